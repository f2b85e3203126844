import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/client.ts'
import { learners, uploads } from '../../db/schema/learners.ts'
import { holdLearner } from '../../queries/accounts.ts'
import { onServer } from '../meeting.ts'
import { addLearner } from '../people.ts'
import type { TestApi, TestCaller } from '../support.ts'
import { whileAnotherIsOpen } from '../two-at-once.ts'
import { accountCalls, forgetCodes, ownPhone, startAccounts } from './account-world.ts'

let api: TestApi

beforeAll(async () => {
  api = await startAccounts()
})
afterAll(() => api.close())
beforeEach(() => forgetCodes(api))

const { freshPhone } = accountCalls(() => api)

describe('the profile', () => {
  test('has the fields of the contract', async () => {
    const liming = await api.loginAs('liming', 82)
    expect((await liming.get('/admin/user/app/userInfo/1')).data).toEqual({
      userId: 1,
      username: 'liming',
      account: 'liming',
      name: '李明',
      avatar: null,
      sex: 0,
      job: '低压电工',
      companyName: 'East Ridge Power',
      deptName: 'Repair',
      phone: ownPhone,
      mail: null,
    })
  })
})

describe('a change of contact', () => {
  const update = '/admin/user/app/userInfo/update'

  test('replaces the phone or the e-mail', async () => {
    const learner = await api.loginAs('wangfang', 82)
    const phone = freshPhone()
    const who = { userId: 2, username: 'wangfang' }
    expect(await learner.post(update, { ...who, phone })).toMatchObject({ code: 0, data: true })
    expect(await learner.post(update, { ...who, email: 'wang@example.org' })).toMatchObject({ code: 0, data: true })
    expect((await learner.get('/admin/user/app/userInfo/2')).data).toMatchObject({ phone, mail: 'wang@example.org' })
  })

  test('is one change: none, or two at once, is 400 and says so', async () => {
    const learner = await api.loginAs('wangfang', 82)
    for (const change of [{}, { phone: '' }, { phone: freshPhone(), email: 'two@example.org' }]) {
      const reply = await learner.post(update, { userId: 2, ...change })
      expect([reply.status, reply.msg]).toEqual([400, '参数不正确'])
    }
  })

  test('takes what is no mobile and no address, also from several, and no code goes there', async () => {
    const [liming, wangfang] = [await api.loginAs('liming', 82), await api.loginAs('wangfang', 82)]
    const phone = '010-8888 6666 转 12'
    expect(await liming.post(update, { userId: 1, phone })).toMatchObject({ code: 0, data: true })
    expect(await wangfang.post(update, { userId: 2, phone })).toMatchObject({ code: 0, data: true })
    expect(await liming.post(update, { userId: 1, email: '前台转交' })).toMatchObject({ code: 0, data: true })
    expect((await liming.get('/admin/user/app/userInfo/1')).data).toMatchObject({ phone, mail: '前台转交' })
    for (const call of ['/admin/user/checkUserPhone', '/admin/app/user/v1/sendCodeByNewPassWord']) {
      expect((await api.visitor(82).post(call, { phone, tenantId: 82 })).status).toBe(400)
    }
    await liming.post(update, { userId: 1, phone: ownPhone })
  })

  test('to the phone of another account is refused, to the own one is not', async () => {
    const learner = await api.loginAs('liming', 82)
    expect(await learner.post(update, { userId: 1, phone: ownPhone })).toMatchObject({ code: 0 })
    expect(await learner.post(update, { userId: 1, phone: '13800000116' })).toMatchObject({ code: 0 })
    await learner.post(update, { userId: 1, phone: ownPhone })
    const other = await api.loginAs('wangfang', 82)
    expect(await other.post(update, { userId: 2, phone: ownPhone })).toMatchObject({
      code: 1,
      msg: '该手机号已被注册，请更换其他手机号码',
    })
  })

  test.each(['+86 138 0000 0001', '008613800000001', '138-0000-0001', '１３８００００ 0001', '(+86) 13800000001', '+86(138)00000001', '8613800000001', '８６13800000001', '+86-138.0000.0001'])('keeps of a mobile its eleven digits, which are one account\'s alone, also when it is written %s', async (written) => {
    const [liming, wangfang] = [await api.loginAs('liming', 82), await api.loginAs('wangfang', 82)]
    expect(await liming.post(update, { userId: 1, phone: written })).toMatchObject({ code: 0, data: true })
    expect((await liming.get('/admin/user/app/userInfo/1')).data).toMatchObject({ phone: ownPhone })
    expect(await wangfang.post(update, { userId: 2, phone: written })).toMatchObject({ code: 1, msg: '该手机号已被注册，请更换其他手机号码' })
  })

  test.each([
    ['nothing', {}],
    ['two things', { phone: '13800000009', email: 'a@example.org' }],
    ['a phone that is empty', { phone: ' ' }],
    ['a phone that is too long', { phone: '1'.repeat(41) }],
    ['an e-mail that is too long', { email: 'a'.repeat(101) }],
    ['an e-mail that nobody sees', { email: '\u200b\u2060' }],
    ['a phone that turns the text around', { phone: '010-1\u202e' }],
    ['a picture that is no id', { avatar: '../../etc/passwd' }],
    ['a password that is no text', { password: ['Train2026'] }],
  ])('is 400 with %s', async (_case, body) => {
    const learner = await api.loginAs('liming', 82)
    expect((await learner.post(update, { userId: 1, ...body })).status).toBe(400)
  })

  test('of the password ends every login', async () => {
    await addLearner(api, { tenantId: 82, learnerId: 77, account: 'changer' })
    const [here, there] = [await api.loginAs('changer', 82), await api.loginAs('changer', 82)]
    expect(await here.post(update, { userId: 77, password: '12345' })).toMatchObject({ code: 1, msg: '密码不符合规范' })
    expect(await here.post(update, { userId: 77, password: 'NewPass1' })).toMatchObject({ code: 0, data: true })
    expect((await here.get('/admin/user/info')).status).toBe(401)
    expect((await there.get('/admin/user/info')).status).toBe(401)
    expect((await api.askForToken({ grant_type: 'refresh_token', refresh_token: there.refreshToken })).status).toBe(426)
    const again = await api.loginAs('changer', 82, 'NewPass1')
    // A word that some clients send for nothing is a password like any other.
    expect(await again.post(update, { userId: 77, password: 'undefined' })).toMatchObject({ code: 0, data: true })
    await api.loginAs('changer', 82, 'undefined')
  })
})

describe('a picture', () => {
  const drawn = (shade: number, width = 40, height = 40) => sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 120 } } })
  const png = (shade = 0) => drawn(shade).png().toBuffer()
  const jpeg = (shade = 0) => drawn(shade).jpeg().toBuffer()
  const padded = async (size: number) => Buffer.concat([await png(), Buffer.alloc(size)]).subarray(0, size)

  function upload(learner: TestCaller, content: Buffer, name = 'me.png') {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(content)], name))
    return learner.post<{ fileId: number; url: string }>('/admin/user/avatar/upload', form)
  }

  test('is kept, chosen and served without a token, in parts too', async () => {
    const learner = await api.loginAs('liming', 82)
    const { data } = await upload(learner, await png())
    expect(data).toEqual({ fileId: expect.any(Number), url: expect.stringMatching(/^\/admin\/file\/avatar\/82\/.+\.png$/) })
    const update = { userId: 1, username: 'liming', avatar: String(data.fileId) }
    expect(await learner.post('/admin/user/app/userInfo/update', update)).toMatchObject({ code: 0, data: true })
    expect((await learner.get('/admin/user/app/userInfo/1')).data).toMatchObject({ avatar: data.url })
    const served = await api.fetch(data.url)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({ format: 'png', width: 40, height: 40 })
    const part = await api.fetch(data.url, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  })

  test('has an address that nobody can work out without the picture', async () => {
    const learner = await api.loginAs('liming', 82)
    const { data } = await upload(learner, await png(1))
    // 96 bits of what the picture is, and no other picture has the same.
    expect(data.url).toMatch(/^\/admin\/file\/avatar\/82\/\d+-[0-9a-f]{24}\.png$/)
    const hashOf = (url: string) => /-(\w+)\./.exec(url)?.[1] ?? ''
    const other = await upload(await api.loginAs('wangfang', 82), await png(2))
    expect(hashOf(other.data.url)).not.toBe(hashOf(data.url))
    const guess = data.url.replace(/-[0-9a-f]{24}/, `-${hashOf(other.data.url)}`)
    expect((await api.fetch(guess)).status).toBe(404)
    expect((await api.fetch(data.url.replace('/82/', '/116/'))).status).toBe(404)
  })

  test('is kept once however often it is sent, and the ones never chosen are dropped', async () => {
    const learner = await api.loginAs('wangfang', 82)
    const first = await upload(learner, await jpeg(), 'me.jpg')
    expect((await upload(learner, await jpeg(), 'again.jpg')).data).toEqual(first.data)
    await learner.post('/admin/user/app/userInfo/update', { userId: 2, avatar: first.data.fileId })
    await upload(learner, await png(2))
    const last = await upload(learner, await png(3))
    const own = and(eq(uploads.tenantId, 82), eq(uploads.learnerId, 2))
    const kept = await api.db.select({ fileId: uploads.fileId }).from(uploads).where(own)
    expect(kept.map((file) => file.fileId).toSorted()).toEqual([first.data.fileId, last.data.fileId].toSorted())
  })

  const someone = and(eq(learners.tenantId, 82), eq(learners.learnerId, 2))

  test.runIf(onServer)('that is chosen stays when another is sent meanwhile', async () => {
    const learner = await api.loginAs('wangfang', 82)
    const { data } = await upload(learner, await png(5))
    // Another window has just chosen it, and is not done yet.
    const chosen = async (tx: Db) => tx.update(learners).set({ avatarUrl: data.url }).where(someone)
    await whileAnotherIsOpen(api, chosen, async () => upload(learner, await png(6)))
    expect((await api.fetch(data.url)).status).toBe(200)
  })

  test.runIf(onServer)('that another one has replaced meanwhile is not chosen any more', async () => {
    const learner = await api.loginAs('wangfang', 82)
    const { data } = await upload(learner, await png(7))
    const replaced = async (tx: Db) => {
      await holdLearner(tx, { tenantId: 82, userId: 2 })
      await tx.delete(uploads).where(and(eq(uploads.tenantId, 82), eq(uploads.fileId, data.fileId)))
    }
    expect(await whileAnotherIsOpen(api, replaced, () => learner.post('/admin/user/app/userInfo/update', { userId: 2, avatar: data.fileId }))).toMatchObject({ code: 1 })
    expect((await learner.get<{ avatar: string | null }>('/admin/user/app/userInfo/2')).data.avatar).not.toBe(data.url)
  })

  test('of somebody else cannot be chosen', async () => {
    const liming = await api.loginAs('liming', 82)
    const wangfang = await api.loginAs('wangfang', 82)
    const { data } = await upload(liming, await png(4))
    const update = { userId: 2, avatar: data.fileId }
    expect(await wangfang.post('/admin/user/app/userInfo/update', update)).toMatchObject({ code: 1 })
  })

  test.each([
    ['a GIF', Buffer.from('GIF89a.............')],
    ['a page that calls itself a picture', Buffer.from('<svg onload=alert(1)>')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused', async (_case, content) => {
    const reply = await upload(await api.loginAs('liming', 82), content)
    expect(reply).toMatchObject({ status: 200, code: 1, msg: '上传头像图片只能是 JPG或png 格式!', data: null })
  })

  test('is made anew: upright, at most 1024 a side, with nothing that was hidden in the file', async () => {
    const learner = await api.loginAs('liming', 82)
    const secret = Buffer.from('<script>alert(1)</script>')
    const photo = await drawn(9, 3000, 1000).withExif({ IFD0: { Copyright: 'secret place' } }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { data } = await upload(learner, Buffer.concat([photo, secret]), 'me.jpg')
    const kept = Buffer.from(await (await api.fetch(data.url)).arrayBuffer())
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 341, height: 1024 })
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
    expect(kept.includes(secret) || kept.includes('secret place')).toBe(false)
  })

  const onlyHead = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('<html>')])
  test.each([
    ['only begins like a picture', () => Promise.resolve(onlyHead)],
    ['is 30,000 pixels wide', () => drawn(1, 30_000, 2).png().toBuffer()],
    ['would have to be held whole and is too large for that', () => drawn(1, 7_000, 5_000).jpeg({ progressive: true }).toBuffer()],
    ['is broken off', async () => (await drawn(1, 400, 400).jpeg().toBuffer()).subarray(0, 700)],
  ])('that %s is refused', async (_case, content) => {
    const reply = await upload(await api.loginAs('liming', 82), await content())
    expect(reply).toMatchObject({ status: 200, code: 1, msg: '上传头像失败', data: null })
  })

  test('of as many pixels is taken where it comes line by line, and a phone’s also where it does not', async () => {
    const learner = await api.loginAs('liming', 82)
    for (const photo of [drawn(1, 7_000, 5_000).withMetadata({ orientation: 6 }).jpeg(), drawn(1, 6_000, 4_000).jpeg({ progressive: true })]) expect(await upload(learner, await photo.toBuffer())).toMatchObject({ code: 0 })
  })

  test('of 20 MB is refused, one byte less is not, more than a call may carry is 400', async () => {
    const learner = await api.loginAs('liming', 82)
    const limit = 20 * 1024 * 1024
    expect(await upload(learner, await padded(limit))).toMatchObject({ code: 1, msg: '上传头像图片大小不能超过 20MB!' })
    expect(await upload(learner, await padded(limit - 1))).toMatchObject({ code: 0 })
    expect(await upload(learner, await padded(2 * limit))).toMatchObject({ status: 400, code: 1, msg: '请求内容过大', data: null })
  })

  test('must be a file', async () => {
    const learner = await api.loginAs('liming', 82)
    expect((await learner.post('/admin/user/avatar/upload', { file: 'me.png' })).status).toBe(400)
    expect((await learner.post('/admin/user/avatar/upload', new FormData())).status).toBe(400)
  })

  test('needs a login', async () => {
    expect((await upload(api.visitor(82), await png())).status).toBe(401)
  })

  test('is not read without one either, though it tells no length', async () => {
    let pieces = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1
        if (pieces > 20) controller.close()
        else controller.enqueue(new Uint8Array(1024 * 1024))
      },
    }, { highWaterMark: 0 })
    const reply = await api.fetch('/admin/user/avatar/upload', { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'multipart/form-data; boundary=x' } } as RequestInit)
    expect([reply.status, pieces]).toEqual([401, 0])
  })
})
