import sharp from 'sharp'
import { changeAvatar, changeContact, checkResetCode, countAccountsByPhone, getProfile, register, resetPassword, sendRegistrationCode, sendResetCode } from '@/lib/training/account'
import { checkBeforeLogin, logIn, logOut, refreshLogin, withRoles } from '@/lib/training/session'
import { findTenant, getBrand, isRegistrationOpen } from '@/lib/training/tenants'
import { demoPassword } from '../../training-api/tests/support'
import { call, type CallTable, type Given } from './calls'

const strangerWants = async ({ visitor }: Given, phone: string) => void (await sendRegistrationCode(visitor, { phone }))

/** A learner who has forgotten the password, and the code that came. */
async function forgetful(given: Given, account: string): Promise<{ phone: string; code: string }> {
  const { phone } = await getProfile(await given.learner(account))
  await sendResetCode(given.visitor, { phone })
  return { phone, code: await given.sentCode(phone) }
}

/** Contract 4.1. */
export const accountCalls: CallTable = {
  sections: ['4.1'],
  calls: [
    call('S1', 'GET', '/admin/tenant/tenantExt', async () => findTenant('localhost')),
    call('S2', 'GET', '/admin/tenant/getByTenantId/:tenantId', async () => isRegistrationOpen('82')),
    call('S3', 'GET', '/admin/tenant/findTenantExtInfo/:id', async ({ learner }) => getBrand(await learner('liming'))),
    call('S5, S6', 'POST', '/auth/oauth/token', async ({ visitor }) => {
      const { refreshToken } = await logIn(visitor, { account: 'learner060', password: demoPassword })
      return refreshLogin(refreshToken ?? '')
    }),
    call('S7', 'GET', '/admin/user/selectUserTimeEndStatus', async ({ visitor }) => checkBeforeLogin(visitor, 'liming')),
    call('S8', 'GET', '/admin/user/info', async ({ visitor }) => withRoles({ ...(await logIn(visitor, { account: 'learner061', password: demoPassword })), roles: null }, visitor)),
    call('S9', 'GET', '/admin/user/app/userInfo/:userId', async ({ learner }) => getProfile(await learner('liming'))),
    call('S10', 'DELETE', '/auth/token/logout', async ({ learner }) => logOut(await learner('learner062'))),
    call('S11', 'POST', '/admin/user/checkUserPhone', async ({ visitor }) => countAccountsByPhone(visitor, { phone: '13800000001' })),
    call('S12', 'POST', '/admin/app/user/v1/sendCodeByRegister', (given) => strangerWants(given, '13999990001')),
    call('S13', 'POST', '/admin/user/registerUserInfoWeb', async (given) => {
      const phone = '13999990002'
      await strangerWants(given, phone)
      return register(given.visitor, { phone, code: await given.sentCode(phone), nickname: '新来学员', password: demoPassword, confirmation: demoPassword })
    }),
    call('S14', 'POST', '/admin/app/user/v1/sendCodeByNewPassWord', (given) => forgetful(given, 'learner063')),
    call('S15', 'POST', '/admin/app/user/v1/checkSendCodeByNewPassWord', async (given) => checkResetCode(given.visitor, await forgetful(given, 'learner064'))),
    call('S16', 'POST', '/admin/user/resetPasswordByCodeNoTenantId', async (given) => {
      const { phone, code } = await forgetful(given, 'learner065')
      await checkResetCode(given.visitor, { phone, code })
      return resetPassword(given.visitor, { phone, password: 'Train2027', confirmation: 'Train2027' })
    }),
    call('S17', 'POST', '/admin/user/app/userInfo/update', async ({ learner }) => changeContact(await learner('learner066'), 'email', 'learner@example.com')),
    call('S18', 'POST', '/admin/user/avatar/upload', async ({ learner }) => {
      const content = await sharp({ create: { width: 64, height: 64, channels: 3, background: { r: 1, g: 2, b: 3 } } }).png().toBuffer()
      return changeAvatar(await learner('learner067'), { content, type: 'image/png' }, null)
    }),
  ],
  servedOnly: {
    'GET /admin/tenant/:tenantId': 'S4, which the old client called without reading its answer',
    'GET /admin/file/*': 'pictures and files, which the web fetches by their address',
    'GET /demo/outbox': 'X7, codes of the demo for who tries it',
    'GET /demo/outbox.html': 'X7, the same to look at',
    'GET /health': 'of operation',
    'GET /ready': 'of operation',
  },
}
