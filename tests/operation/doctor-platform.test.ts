import { http, HttpResponse } from 'msw'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { examinePlatform } from '@/scripts/doctor/platform.mjs'
import { demoPassword } from '../../training-api/tests/support'
import { accountCalls } from '../support/account-calls'
import { centreCalls } from '../support/centre-calls'
import { examCalls } from '../support/exam-calls'
import { learningCalls } from '../support/learning-calls'
import { mountPlatform, UPSTREAM } from '../support/platform'
import { practiceCalls } from '../support/practice-calls'

const calls = [accountCalls, learningCalls, examCalls, practiceCalls, centreCalls].flatMap((table) => table.calls)
/** Calls that are a GET and yet write, and those that need what only a write brings: docs/operating.md has them too, as far as they read. */
const untried = ['C12', 'M2', 'N4', 'E5', 'XE3', 'P5', 'XP1', 'XP3']
/** Calls that are no GET and change nothing that a learner has. */
const harmless = ['S5, S6', 'S10', 'S11', 'N1']

const platform = mountPlatform()
const made = new Set<string>()
const numberOf = ({ method, url }: Request) => calls.find((call) => call.method === method && new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`).test(new URL(url).pathname))?.number ?? url
beforeAll(() => void platform.server.events.on('request:start', ({ request }) => void made.add(numberOf(request))))
beforeEach(() => made.clear())
afterEach(() => platform.server.resetHandlers())

/** What the doctor says of the platform to a learner. */
async function saidTo(account: string, domain = 'localhost'): Promise<string[]> {
  const lines: string[] = []
  const say = (mark: string) => (text: string) => void lines.push(`${mark} ${text}`)
  await examinePlatform({ section: () => {}, good: say('good'), note: say('note'), bad: say('bad') }, { domain, account, password: demoPassword })
  return lines
}

const bad = (lines: string[]) => lines.filter((line) => line.startsWith('bad'))

it('tries every call of the contract that only reads, and none that writes', async () => {
  // Together the two have one of everything; hers is the tenant with exercises.
  const lines = [...(await saidTo('liming')), ...(await saidTo('sunli', 'hj.localhost'))]
  expect(bad(lines)).toEqual([])
  const reading = calls.filter(({ number, method }) => (method === 'GET' ? !untried.includes(number) : harmless.includes(number))).map(({ number }) => number)
  expect([...made].toSorted()).toEqual(reading.toSorted())
})

it('says what an account without anything leaves untried, and what answers in another form', async () => {
  platform.server.use(http.get(`${UPSTREAM}/admin/tenant/findTenantExtInfo/:id`, () => HttpResponse.json({ code: 0, msg: null, data: 'x' })))
  const lines = await saidTo('wangfang')
  expect(bad(lines)).toEqual([expect.stringContaining("name and logo from the second source (S3): the answer has another form than the contract's")])
  expect(lines.filter((line) => /^note .* not tried$/.test(line)).length).toBeGreaterThan(3)
})

it('says what a platform does not have, refuses and fails at, each as the contract takes it', async () => {
  const spoilt = { 'admin/tenant/findTenantExtInfo/:id': 404, 'train/app/plan/getCourseCatalogueById': 404, 'train/app/note/selectNoteByUserId': 500, 'train/examPlanApp/answerDetail': 403, 'train/examPlan/examInstanceSort': 403, 'train/web/getStudyLedger': 404 }
  platform.server.use(...Object.entries(spoilt).map(([path, status]) => http.all(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 1, msg: null }, { status }))))
  const lines = await saidTo('liming')
  for (const line of [
    'note name and logo from the second source (S3): the platform does not have this call (404); the web does without it where the contract allows that',
    'note study time of a plan by section (X10, an extension): the platform does not offer this extension; the web does without it',
  ]) expect(lines).toContain(line)
  expect(bad(lines)).toEqual([
    'bad notes at a section of a course (N1): HTTP 500',
    'bad chapters of a course in a plan (C4): the platform does not have this call (404): is UPSTREAM_BASE_URL its address?',
    'bad ranking by mistakes (D2 to D4, D8): the platform refuses it (403): look at the permissions of this account or client',
    'bad its answers (E3): the platform refuses it (403): look at the permissions of this account or client',
  ])
})
