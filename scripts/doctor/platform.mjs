// Every public call of the contract that changes nothing, and with an account every reading one (docs/operating.md, section 3, has those that are not tried).
import { Learner } from '@/lib/domain/learner'
import { env } from '@/lib/env'
import { countAccountsByPhone } from '@/lib/training/account'
import { checkCertificate } from '@/lib/training/certificates'
import { getAppOffer } from '@/lib/training/downloads'
import { listNotices } from '@/lib/training/notices'
import { checkReceipt } from '@/lib/training/receipts'
import { checkBeforeLogin, listRoles, logIn, logOut } from '@/lib/training/session'
import { findTenant, isRegistrationOpen } from '@/lib/training/tenants'
import { attempts } from './attempts.mjs'
import { examineContents } from './contents.mjs'
import { examineExams } from './exams.mjs'
import { examineCentre, examineHome } from './learner.mjs'
import { examineBook, examinePractice } from './practice.mjs'

/** A phone that may stand anywhere: whether an account has it is of no interest here. */
const anyPhone = '13000000000'

/** Tries the platform for one tenant's domain, and as a learner when an account is given. */
export async function examinePlatform(report, { domain, account, password }) {
  report.section(`The platform (${env.UPSTREAM_BASE_URL})`)
  const on = attempts(report)
  const tenant = await on(`tenant of ${domain} (S1)`, () => findTenant(domain))
  if (tenant === undefined) return
  if (tenant === null) {
    report.bad(`no tenant has the domain ${domain}: enter it on the platform, or name another with --domain`)
    return
  }
  const visitor = { tenantId: tenant.id, locale: 'zh' }
  await examineForVisitors(report, visitor, account ?? 'nobody')
  if (!account) {
    report.note('without --account and --password the calls of a learner are not tried')
    return
  }
  const login = await on(`login of ${account} (S5)`, () => logIn(visitor, { account, password }))
  if (!login) {
    report.note('a refused login with the right password mostly means another UPSTREAM_PASSWORD_CIPHER or UPSTREAM_PASSWORD_KEY, or a captcha that is on for our client id')
    return
  }
  const learner = new Learner({ id: login.learnerId, tenantId: login.tenantId, username: login.username, locale: 'zh', token: login.token })
  // Who is told the roles with the token never asks for them.
  await on('roles (S8)', () => listRoles(learner), { mayMiss: login.roles !== null })
  await examineLearner(report, learner)
  await on('logout (S10)', () => logOut(learner))
}

async function examineForVisitors(report, visitor, account) {
  const on = attempts(report)
  await on('whether strangers may register (S2)', () => isRegistrationOpen(visitor.tenantId), { mayMiss: true })
  await on('what stands before a login (S7)', () => checkBeforeLogin(visitor, account))
  await on('accounts of a phone (S11)', () => countAccountsByPhone(visitor, { phone: anyPhone }))
  await on('news and notices (B1)', () => listNotices(visitor))
  for (const client of ['main', 'simulationA', 'simulationB']) {
    const offer = await on(`newest version of the app, ${client} (A1)`, () => getAppOffer(visitor, client))
    if (offer && !offer.android && !offer.ios) report.note(`of the app ${client} there is no version: its download page says so`)
  }
  await on('check of a certificate that does not exist (X8, an extension)', () => checkCertificate(visitor, '0'.repeat(40)))
  await on('check of a receipt that does not exist (XE5, an extension)', () => checkReceipt(visitor, { code: '0000-0000' }))
}

async function examineLearner(report, learner) {
  const mine = await examineHome(report, learner)
  await examineContents(report, learner, mine)
  await examineCentre(report, learner)
  await examineBook(report, learner)
  await examinePractice(report, learner)
  await examineExams(report, learner)
}
