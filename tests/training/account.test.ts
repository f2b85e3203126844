import { HttpResponse, http } from 'msw'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import type { Message } from '@/lib/domain/messages'
import { changeAvatar, changeContact, changePassword, checkResetCode, countAccountsByPhone, getProfile, isPasswordRight, register, resetPassword, sendResetCode, withAvatar } from '@/lib/training/account'
import { countUnreadMessages, getMessage, listMessages, markAllMessagesRead, markMessageRead } from '@/lib/training/messages'
import { collectRecord } from '@/lib/training/record'
import { logIn, withRoles } from '@/lib/training/session'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()

describe('a profile', () => {
  it('has the learner\'s facts under our names', async () => {
    expect(await getProfile(await platform.learner('liming', 82))).toMatchObject({ account: 'liming', name: '李明', sex: 'male', post: '低压电工', phone: '13800000001', department: '检修部', company: '东岭电力', email: expect.stringContaining('@') as string })
  })

  it('changes one thing at a time, and says in the platform\'s words why not', async () => {
    const learner = await platform.learner('learner020', 82)
    await changeContact(learner, 'email', 'new@example.org')
    await changeContact(learner, 'phone', '13711112222')
    expect(await getProfile(learner)).toMatchObject({ email: 'new@example.org', phone: '13711112222' })
    await expect(changeContact(learner, 'phone', '13800000001')).rejects.toMatchObject({ code: 'rejected', message: '该手机号已被注册，请更换其他手机号码' })
    await changeContact(learner, 'email', 'nobody')
    await changeContact(learner, 'phone', '12')
    expect(await getProfile(learner)).toMatchObject({ email: 'nobody', phone: '12' })
  })

  it('takes a picture and tells its new address', async () => {
    const learner = await platform.learner('learner021', 82)
    const content = await sharp({ create: { width: 64, height: 64, channels: 3, background: { r: 1, g: 2, b: 3 } } }).png().toBuffer()
    expect(await changeAvatar(learner, { content, type: 'image/png' }, null)).toEqual({ taken: true, avatarUrl: expect.stringMatching(/^\/api\/public\/files\/admin\/file\/avatar\/82\/.+\.png$/) as string })
  })

  it.each([
    ['the one its reply told', { fileId: 7, url: '/admin/file/avatar/82/7.png' }, '/api/public/files/admin/file/avatar/82/7.png'],
    ['the one of before where that told none', { fileId: 7 }, '/before.png'],
    ['the one of before where that is no address', { fileId: 7, url: { path: 'x' } }, '/before.png'],
  ])('has taken a picture also where its profile cannot be read then; its address is %s', async (_what, data, avatarUrl) => {
    platform.server.use(
      http.post(`${UPSTREAM}/admin/user/avatar/upload`, () => HttpResponse.json({ code: 0, data }), { once: true }),
      http.post(`${UPSTREAM}/admin/user/app/userInfo/update`, () => HttpResponse.json({ code: 0, msg: null, data: true }), { once: true }),
      http.get(`${UPSTREAM}/admin/user/app/userInfo/*`, () => HttpResponse.json({ code: 1, msg: null }, { status: 500 }), { once: true }),
    )
    expect(await changeAvatar(await platform.learner('learner021', 82), { content: Buffer.alloc(3), type: 'image/png' }, '/before.png')).toEqual({ taken: true, avatarUrl })
  })

  it.each([[{ code: 0, msg: null, data: null }], [{ code: 0, msg: null, data: {} }], [{ code: 1, msg: null }]])('keeps its picture when the platform takes no file: %j', async (reply) => {
    platform.server.use(http.post(`${UPSTREAM}/admin/user/avatar/upload`, () => HttpResponse.json(reply), { once: true }))
    expect(await changeAvatar(await platform.learner('learner021', 82), { content: Buffer.alloc(3), type: 'image/png' }, null)).toEqual({ taken: false })
  })

  it('is told apart from a file that was taken and then refused', async () => {
    const learner = await platform.learner('learner021', 82)
    platform.server.use(
      http.post(`${UPSTREAM}/admin/user/avatar/upload`, () => HttpResponse.json({ code: 0, data: { fileId: 7 } }), { once: true }),
      http.post(`${UPSTREAM}/admin/user/app/userInfo/update`, () => HttpResponse.json({ code: 0, msg: null, data: false }), { once: true }),
    )
    await expect(changeAvatar(learner, { content: Buffer.alloc(3), type: 'image/png' }, null)).rejects.toMatchObject({ code: 'rejected', message: '' })
  })

  it('gets a new password from who knows the old one, and every token ends', async () => {
    const learner = await platform.learner('learner022', 82)
    const elsewhere = await platform.api().loginAs('learner022', 82)
    expect(await isPasswordRight(learner, 'Wrong2026')).toBe(false)
    expect(await isPasswordRight(learner, 'Train2026')).toBe(true)
    await changePassword(learner, 'Other2026')
    await expect(getProfile(learner)).rejects.toMatchObject({ code: 'expired' })
    expect((await elsewhere.get('/admin/user/info')).status).toBe(401)
  })

  it.each(['用户帐号已被锁定', '用户未激活', '账号使用期限已到，请联系管理人员'])('is not told that the old one is wrong where nobody may log in with it: %s', async (msg) => {
    const learner = await platform.learner('learner023', 82)
    const answers = (words: string) => platform.server.use(http.post(`${UPSTREAM}/auth/oauth/token`, () => HttpResponse.json({ code: 1, msg: words, data: 'invalid_exception' }, { status: 426 }), { once: true }))
    answers(msg)
    await expect(isPasswordRight(learner, 'Train2026')).rejects.toMatchObject({ code: 'rejected', message: msg })
    for (const words of ['用户名不存在或者密码错误', '']) {
      answers(words)
      expect(await isPasswordRight(learner, 'Train2026')).toBe(false)
    }
  })
})

describe('the picture of who logs in', () => {
  const told = (avatar: string | null) => platform.server.use(http.get(`${UPSTREAM}/admin/user/app/userInfo/:id`, () => HttpResponse.json({ code: 0, data: { userId: 1, username: 'liming', avatar } }), { once: true }))
  const login = async (avatarUrl: string | null) => ({ ...(await withRoles(await logIn(platform.visitor(82), { account: 'liming', password: 'Train2026' }), platform.visitor(82))), avatarUrl })

  it('is the profile’s where the token has none', async () => {
    told('/admin/file/avatar/82/7.png')
    const without = await login(null)
    expect(await withAvatar(without, platform.visitor(82))).toEqual({ ...without, avatarUrl: '/api/public/files/admin/file/avatar/82/7.png' })
  })

  it('is not asked for where the token has one', async () => {
    let asked = 0
    platform.server.events.on('request:start', ({ request }) => void (asked += Number(request.url.includes('userInfo'))))
    const whole = await login('/own.png')
    expect(await withAvatar(whole, platform.visitor(82))).toBe(whole)
    platform.server.events.removeAllListeners()
    expect(asked).toBe(0)
  })

  it.each([['there is none', () => HttpResponse.json({ code: 0, data: { userId: 1, avatar: null } })], ['the platform fails', () => HttpResponse.json({ code: 1, msg: null }, { status: 500 })], ['the call is missing', () => new HttpResponse(null, { status: 404 })]])('stops no login when %s', async (_why, reply) => {
    platform.server.use(http.get(`${UPSTREAM}/admin/user/app/userInfo/:id`, reply, { once: true }))
    expect((await withAvatar(await login(null), platform.visitor(82))).avatarUrl).toBeNull()
  })
})

describe('a refusal', () => {
  const answered = (reply: object, status = 200) => {
    platform.server.use(http.post(`${UPSTREAM}/admin/user/registerUserInfoWeb`, () => HttpResponse.json(reply, { status }), { once: true }))
    return register(platform.visitor(82), { phone: '13900000001', code: '1', nickname: 'x', password: 'y', confirmation: 'y' })
  }

  it.each([[{ code: 0, msg: null, data: false }], [{ code: 0, msg: null, data: null }], [{ code: 0, data: '' }], [{ code: 0 }], [{ code: 1, msg: null }]])('is one also without words: %j', async (reply) => {
    await expect(answered(reply)).rejects.toMatchObject({ code: 'rejected', message: '' })
  })

  it.each([[{ code: 0, msg: '验证码错误', data: false }], [{ code: 0, message: '验证码错误', data: null }], [{ code: 0, msg: '', message: '验证码错误' }], [{ code: 1, message: '验证码错误' }]])('has its words also beside what says so: %j', async (reply) => {
    await expect(answered(reply)).rejects.toMatchObject({ code: 'rejected', message: '验证码错误', fields: { code: 'refused' } })
  })

  it.each([
    ['sendCodeByNewPassWord', () => sendResetCode(platform.visitor(82), { phone: '13900000001' })],
    ['checkSendCodeByNewPassWord', () => checkResetCode(platform.visitor(82), { phone: '13900000001', code: '123456' })],
    ['resetPasswordByCodeNoTenantId', () => resetPassword(platform.visitor(82), { phone: '13900000001', password: 'y', confirmation: 'y' })],
  ])('of a step to a new password has them too, and is one only where false is said: %s', async (call, ask) => {
    const says = (data: unknown) => platform.server.use(http.post(`${UPSTREAM}/*/${call}`, () => HttpResponse.json({ code: 0, msg: '验证码错误', data }), { once: true }))
    says(false)
    await expect(ask()).rejects.toMatchObject({ code: 'rejected', message: '验证码错误', fields: { code: 'refused' } })
    says(null)
    await expect(ask()).resolves.toBeNull()
  })

  it('is none when the platform failed', async () => {
    await expect(answered({ code: 1, msg: null }, 500)).rejects.toMatchObject({ code: 'failed' })
  })

  it.each([
    ['验证码不合法', 'code'], ['短信验证码错误', 'code'], ['该手机号已被注册，请更换其他手机号码', 'phone'], ['该号码不存在，请先注册或联系管理人员', 'phone'], ['长度在 4 到 15 个字符', 'nickname'],
    ['密码不符合规范', 'password'], ['请输入6~18位数字或字符组合的密码', 'password'], ['两次输入密码不一致!', 'confirmation'], ['本平台暂未开放此功能，请联系管理人员', undefined],
  ])('says which field it is about: %s', async (msg, field) => {
    await expect(answered({ code: 1, msg })).rejects.toMatchObject({ code: 'rejected', message: msg, fields: field && { [field]: 'refused' } })
  })

  it('is passed on with where the visitor came from', async () => {
    let seen: string | null = null
    platform.server.use(http.post(`${UPSTREAM}/admin/user/checkUserPhone`, ({ request }) => {
      seen = request.headers.get('x-forwarded-for')
      return HttpResponse.json({ code: 1, msg: '操作太频繁，请稍后再试' }, { status: 429 })
    }, { once: true }))
    await expect(countAccountsByPhone({ ...platform.visitor(82), address: '203.0.113.5' }, { phone: '13900000001' })).rejects.toMatchObject({ code: 'busy' })
    expect(seen).toBe('203.0.113.5')
  })
})

describe('messages', () => {
  it('come in pages by state, and one opens with its cleaned text and attachment', async () => {
    const liming = await platform.learner('liming', 82)
    const all = await listMessages(liming, { state: 'all', page: 1, size: 10 })
    expect(all).toMatchObject({ total: 23, page: 1, size: 10 })
    expect(all.items.filter(({ unread }) => unread)).toHaveLength(5)
    expect(await listMessages(liming, { state: 'read', page: 1, size: 100 })).toMatchObject({ total: 18 })
    const attached = all.items.find(({ hasAttachment }) => hasAttachment)!
    const message = (await getMessage(liming, attached.id, { state: 'all', page: 1, size: 10 })) as Message
    expect(message).toMatchObject({ title: attached.title, attachment: { name: '安全生产月活动方案.pdf', url: '/api/files/train/file/message/safety-month-plan.pdf' } })
    expect(message.content).toContain('<strong>')
    expect(await getMessage(await platform.learner('wangfang', 82), attached.id, { state: 'all', page: 1, size: 10 })).toBeNull()
  })

  it('are found in one call wherever they stand, where the platform looks for the one that is named', async () => {
    const liming = await platform.learner('liming', 82)
    const { items: [last] } = await listMessages(liming, { state: 'all', page: 3, size: 10 })
    let asked = 0
    const count = ({ request }: { request: Request }) => void (asked += Number(request.url.includes('messageSend/web/page')))
    platform.server.events.on('request:start', count)
    expect(await getMessage(liming, last!.id, { state: 'unread', page: 2, size: 10 })).toMatchObject({ id: last!.id })
    platform.server.events.removeListener('request:start', count)
    expect(asked).toBe(1)
  })

  it('are read one by one, and all at once, also where the platform has no call for all', async () => {
    const learner = await platform.learner('learner107', 82)
    const before = await countUnreadMessages(learner)
    const [first] = (await listMessages(learner, { state: 'unread', page: 1, size: 10 })).items
    await markMessageRead(learner, { id: first!.id })
    expect(await countUnreadMessages(learner)).toBe(before - 1)
    platform.server.use(http.post(`${UPSTREAM}/train/web/markAllMessagesRead`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 }), { once: true }))
    await markAllMessagesRead(learner)
    expect(await countUnreadMessages(learner)).toBe(0)
    const other = await platform.learner('learner209', 82)
    await markAllMessagesRead(other)
    expect(await countUnreadMessages(other)).toBe(0)
  })
})

describe('the record', () => {
  it('holds what the learner can see, and nobody else\'s', async () => {
    const liming = await platform.learner('liming', 82)
    const record = await collectRecord(liming, { title: '平台', domain: 'localhost' }, new Date('2026-03-10T02:00:00Z'))
    expect(record).toMatchObject({ format: 'trainhall-learner-record/1', takenAt: '2026-03-10T02:00:00.000Z', learner: { account: 'liming', name: '李明' } })
    expect([record.courses.length, record.plans.length, record.certificates.length > 0]).toEqual([36, 12, true])
    expect(record.courses.find(({ id }) => id === '3001')!.ledger!.some(({ countedMinutes }) => countedMinutes > 0)).toBe(true)
    expect(record.courses.flatMap(({ notes }) => notes).length).toBeGreaterThan(0)
    expect(record.exams.find(({ title }) => title === '低压电工理论考试')!.attempts).toHaveLength(2)
    expect(JSON.stringify(record)).not.toContain((liming as Learner).token)
    expect(await collectRecord(await platform.learner('wangfang', 82), { title: '', domain: 'localhost' }, new Date())).toMatchObject({ courses: [], plans: [], exams: [], certificates: [] })
  })
})
