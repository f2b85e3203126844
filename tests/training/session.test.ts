import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import type { Login } from '@/lib/domain/session'
import { UnreadableReply } from '@/lib/training/errors'
import { countUnreadMessages } from '@/lib/training/messages'
import { checkBeforeLogin, logIn, logOut, refreshLogin, withRoles } from '@/lib/training/session'
import { findTenant, isRegistrationOpen } from '@/lib/training/tenants'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const password = 'Train2026'
const WRONG = { code: 'rejected', message: '用户名不存在或者密码错误' }
const learnerOf = ({ learnerId, tenantId, username, token }: Pick<Login, 'learnerId' | 'tenantId' | 'username' | 'token'>) => new Learner({ id: learnerId, tenantId, username, locale: 'zh', token })
const spoil = (path: string, reply: () => Response) => platform.server.use(http.all(`${UPSTREAM}/${path}`, reply, { once: true }))

describe('a login', () => {
  it('gives who it is, with roles and the token that lets them ask', async () => {
    const login = await logIn(platform.visitor(82), { account: 'liming', password })
    expect(login).toMatchObject({ tenantId: '82', username: 'liming', name: '李明', exerciseBank: false })
    expect(login.roles?.every((role) => /^\d+$/.test(role))).toBe(true)
    expect(await countUnreadMessages(learnerOf(login))).toBe(5)
  })

  it('of the same account in another tenant is somebody else', async () => {
    const [one, other] = [await logIn(platform.visitor(82), { account: 'liming', password }), await logIn(platform.visitor(101), { account: 'liming', password })]
    expect(other.name).toBe('黎明')
    expect(other.learnerId).not.toBe(one.learnerId)
  })

  it('without roles has the default system role', async () => {
    expect((await logIn(platform.visitor(82), { account: 'chenjing', password })).roles).toEqual(['ROLE_SYSTEM_DEFAULT'])
  })

  it('that says nothing of roles has those the platform tells apart from it', async () => {
    const visitor = platform.visitor(82)
    const login = await logIn(visitor, { account: 'liming', password })
    expect(await withRoles({ ...login, roles: null }, visitor)).toEqual({ ...login, roles: login.roles })
    expect(await withRoles({ ...login, roles: ['12'] }, visitor)).toEqual({ ...login, roles: ['12'] })
  })

  it.each([
    ['as an older platform sends them', () => HttpResponse.json({ code: 0, data: { body: { roles: [7, '8'] } } }), ['7', '8']],
    ['but for which there are none', () => HttpResponse.json({ code: 0, data: { sysUser: {}, roles: null } }), ['ROLE_SYSTEM_DEFAULT']],
    ['where the platform has no such call', () => new HttpResponse(null, { status: 404 }), ['ROLE_SYSTEM_DEFAULT']],
    ['where it fails', () => HttpResponse.json({ code: 1, msg: null }, { status: 500 }), ['ROLE_SYSTEM_DEFAULT']],
  ])('that says nothing of roles stops at nothing: %s', async (_case, reply, roles) => {
    const visitor = platform.visitor(82)
    spoil('auth/oauth/token', () => HttpResponse.json({ access_token: 'x', user_info: { id: 1, username: 'liming', tenantId: 82 } }))
    spoil('admin/user/info', reply)
    expect((await withRoles(await logIn(visitor, { account: 'liming', password }), visitor)).roles).toEqual(roles)
  })

  it.each([
    ['one thing where a list of one is meant', { authority: 'ROLE_12' }, ['12']],
    ['some without a name', [{ authority: null }, {}, { authority: 'ROLE_12' }], ['12']],
    ['a list without any', [], ['ROLE_SYSTEM_DEFAULT']],
    ['an empty text', '', null],
    ['null', null, null],
    ['nothing', undefined, null],
  ])('is one with its authorities in another form: %s', async (_case, authorities, roles) => {
    spoil('auth/oauth/token', () => HttpResponse.json({ access_token: 'x', user_info: { id: 1, username: 'liming', tenantId: 82, authorities } }))
    expect((await logIn(platform.visitor(82), { account: 'liming', password })).roles).toEqual(roles)
    spoil('auth/oauth/token', () => HttpResponse.json({ access_token: 'y', user_info: { id: 1, username: 'liming', tenantId: 82, authorities } }))
    expect(await refreshLogin('again')).toMatchObject({ token: 'y', roles })
  })

  it('knows the exercise-bank edition', async () => {
    expect((await logIn(platform.visitor(143), { account: 'sunli', password })).exerciseBank).toBe(true)
  })

  it.each([['liming', 'Wrong2026', 82], ['nobody', password, 82], ['sunli', password, 82]])('of %s with %s in %i is refused in the platform\'s words', async (account, word, tenantId) => {
    await expect(logIn(platform.visitor(tenantId), { account, password: word })).rejects.toMatchObject(WRONG)
  })

  it('whose answer names another tenant is refused like a wrong password', async () => {
    spoil('auth/oauth/token', () => HttpResponse.json({ access_token: 'x', user_info: { id: 1, username: 'liming', tenantId: 101, authorities: null } }))
    await expect(logIn(platform.visitor(82), { account: 'liming', password })).rejects.toMatchObject(WRONG)
  })

  it('that the platform refuses to our client is a failure of ours, and its words are nobody\'s business', async () => {
    spoil('auth/oauth/token', () => HttpResponse.json({ code: 1, msg: '客户端信息错误，Basic认证失败' }, { status: 401 }))
    await expect(logIn(platform.visitor(82), { account: 'liming', password })).rejects.toMatchObject({ code: 'failed' })
  })

  it.each([[424, 'token 过期'], [427, '登录已失效'], [401, '用户凭证已过期']])('that is answered like a session that is over (%i) is a failure: it asks with none', async (status, msg) => {
    spoil('auth/oauth/token', () => HttpResponse.json({ code: 1, msg, data: 'invalid_token' }, { status }))
    await expect(logIn(platform.visitor(82), { account: 'liming', password })).rejects.toMatchObject({ code: 'failed', status })
  })
})

describe('before a login', () => {
  it('the platform lets a living account on', async () => {
    expect(await checkBeforeLogin(platform.visitor(82), 'liming')).toBeNull()
  })

  it('its words stop the login', async () => {
    spoil('admin/user/selectUserTimeEndStatus', () => HttpResponse.json({ code: 1, msg: '账号使用期限已到，请联系管理人员' }))
    expect(await checkBeforeLogin(platform.visitor(82), 'liming')).toBe('账号使用期限已到，请联系管理人员')
  })

  it('a refusal without words stops the login too', async () => {
    spoil('admin/user/selectUserTimeEndStatus', () => HttpResponse.json({ code: 1, msg: null }))
    await expect(checkBeforeLogin(platform.visitor(82), 'liming')).rejects.toMatchObject({ code: 'failed' })
  })

  it.each([401, 403, 404, 424])('a platform that answers %i has no such check', async (status) => {
    spoil('admin/user/selectUserTimeEndStatus', () => HttpResponse.json({ code: 1, msg: 'x' }, { status }))
    expect(await checkBeforeLogin(platform.visitor(82), 'liming')).toBeNull()
  })
})

describe('a token', () => {
  it('is renewed: the new one lets the same learner ask', async () => {
    const login = await logIn(platform.visitor(82), { account: 'wangfang', password })
    const fresh = await refreshLogin(login.refreshToken!)
    expect(fresh).toMatchObject({ learnerId: login.learnerId, tenantId: '82' })
    expect(fresh.token).not.toBe(login.token)
    expect(await countUnreadMessages(learnerOf(fresh))).toBe(0)
  })

  it('that is unknown renews nothing', async () => {
    await expect(refreshLogin('never-given')).rejects.toMatchObject({ name: 'TrainingError' })
  })

  it.each([
    ['a page of a gateway\'s', '<html>', true], ['half a reply', '{"access_token":"x","user', true], ['nothing', '', true], ['a refusal in a form of its own', '{"error":"invalid_grant"}', false],
  ])('whose renewal is answered with 200 and %s: whether that can be read is told', async (_case, text, isUnreadable) => {
    spoil('auth/oauth/token', () => new HttpResponse(text))
    const trouble: unknown = await refreshLogin('again').catch((error: unknown) => error)
    expect(trouble).toMatchObject({ code: 'malformed', status: 200 })
    expect(trouble instanceof UnreadableReply).toBe(isUnreadable)
  })

  it.each([302, 403, 404])('whose renewal is answered with a page and %s is refused by nobody', async (status) => {
    spoil('auth/oauth/token', () => HttpResponse.html('<html>', { status }))
    await expect(refreshLogin('again')).rejects.toBeInstanceOf(UnreadableReply)
  })

  it('is worth nothing after logging out, nor on another tenant', async () => {
    const login = await logIn(platform.visitor(82), { account: 'zhaoqiang', password })
    const strayed = new Learner({ id: login.learnerId, tenantId: '101', username: login.username, locale: 'zh', token: login.token })
    await expect(countUnreadMessages(strayed)).rejects.toMatchObject({ code: 'expired' })
    await logOut(learnerOf(login))
    await expect(countUnreadMessages(learnerOf(login))).rejects.toMatchObject({ code: 'expired', message: '用户凭证已过期' })
  })
})

describe('a tenant', () => {
  it.each([['localhost', '82', '卓越职业技术培训平台', true], ['bgy.localhost', '101', '碧园建筑实训平台', false], ['rs.localhost', '116', '瑞盛能源培训平台', false], ['hj.localhost', '143', '华匠职业学校', true]] as const)(
    'of %s is %s, with its own title and door', async (domain, id, title, open) => {
      const tenant = await findTenant(domain)
      expect(tenant).toMatchObject({ id, title, domain })
      expect(tenant!.colour).toMatch(/^#[0-9a-fA-F]{6}$/)
      expect(await isRegistrationOpen(id)).toBe(open)
    })

  it('tells its own settings', async () => {
    expect((await findTenant('hj.localhost'))!.settings).toEqual({ footerLanguageSwitch: false, downloadPage: 'standard', hiddenCodes: ['activation', 'simulationA', 'simulationB'], activationCode: 'TH-143-91FD-06B3', downloadRoute: 'AppFires', appLinks: { apple: [], android: [] } })
  })

  it('of a platform that tells no settings, or odd ones, has the row the specification gives its number', async () => {
    const told = (settings: unknown) =>
      platform.server.use(http.get(`${UPSTREAM}/admin/tenant/tenantExt`, () => HttpResponse.json({ code: 0, msg: null, data: { tenantId: 101, webTitle: 'x', settings } }), { once: true }))
    told(undefined)
    expect((await findTenant('plain.example'))!.settings).toMatchObject({ downloadPage: 'bgy', footerLanguageSwitch: false })
    told({ downloadPage: 'other', hiddenQrCodes: ['ios', 'nonsense', null, { code: 'activation' }, 7], footerLanguageSwitch: 'yes', activationCode: 'TH-1' })
    expect((await findTenant('odd.example'))!.settings).toMatchObject({ downloadPage: 'bgy', hiddenCodes: ['ios'], footerLanguageSwitch: false, activationCode: 'TH-1' })
  })

  it('of an unknown domain is none', async () => {
    expect(await findTenant('unknown.example')).toBeNull()
    expect(await isRegistrationOpen('999')).toBe(false)
  })
})
