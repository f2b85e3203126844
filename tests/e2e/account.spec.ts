import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, password, test } from './fixtures'

const freshPhone = () => `139${String(randomInt(100_000_000)).padStart(8, '0')}`
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const says = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()

async function sentCode(apiURL: string, phone: string): Promise<string> {
  const { data } = (await (await fetch(`${apiURL}/demo/outbox`)).json()) as { data: { phone: string; code: string }[] }
  return data.find((sent) => sent.phone === phone)?.code ?? ''
}

/** An account that nobody else uses: its name is a phone. */
async function newAccount(request: APIRequestContext, origin: string, apiURL: string): Promise<string> {
  const phone = freshPhone()
  const headers = { origin }
  expect((await request.post(`${origin}/api/public/account/code`, { headers, data: { phone, purpose: 'register' } })).status()).toBe(200)
  const form = { phone, code: await sentCode(apiURL, phone), nickname: '新来学员', password, confirmation: password }
  expect(await (await request.post(`${origin}/api/public/account/register`, { headers, data: form })).json()).toEqual({ registered: true })
  return phone
}

test.describe('registration', () => {
  test.use({ quiet: [/409 \(Conflict\)/] })

  test('asks for everything in the specified words, sends one code a minute also after a reload, and leads to the login', async ({ page, apiURL, axe }) => {
    const phone = freshPhone()
    await page.goto('/register')
    await expect(page.getByRole('heading', { level: 1, name: '平台注册' })).toBeVisible()
    await press(page, '注册')
    for (const text of ['请输入手机号', '请输入验证码', '请输入昵称', '请输入6~18位数字或字符组合的密码', '请再次输入密码']) await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expect(field(page, '手机号')).toBeFocused()
    expect(await axe(page)).toEqual([])
    await field(page, '手机号').fill('12345')
    await press(page, '获取验证码')
    await expect(page.getByText('输入的手机号不合法，请重新输入')).toBeVisible()
    await field(page, '手机号').fill('13800000001')
    await press(page, '获取验证码')
    await expect(page.getByText('该手机号已被注册，请更换其他手机号码')).toBeVisible()
    await field(page, '手机号').fill(phone)
    await press(page, '获取验证码')
    await says(page, '验证码发送成功')
    await expect(page.getByRole('button', { name: /^\d+ 秒后重新获取$/ })).toBeDisabled()
    await field(page, '昵称').fill('新来学员')
    await page.reload()
    await expect(page.getByRole('button', { name: /^\d+ 秒后重新获取$/ })).toBeDisabled()
    await expect(field(page, '手机号')).toHaveValue(phone)
    await expect(field(page, '昵称')).toHaveValue('新来学员')
    await field(page, '验证码').fill(await sentCode(apiURL, phone))
    await field(page, '密码').fill('Begin2026')
    await field(page, '确认密码').fill('Begin2027')
    await press(page, '注册')
    await expect(page.getByText('两次输入密码不一致!')).toBeVisible()
    await field(page, '确认密码').fill('Begin2026')
    await press(page, '注册')
    await says(page, '注册成功，请使用手机号作为账号登录')
    await expect(page).toHaveURL(/\/login$/)
    await expect(field(page, '账号')).toHaveValue(phone)
  })

  test('is closed where the tenant says so', async ({ page, origin }) => {
    await page.goto(`${origin('bgy.localhost')}/register`)
    await expect(page.getByText('本平台暂未开放注册')).toBeVisible()
    await expect(page.getByLabel('手机号')).toHaveCount(0)
  })
})

test('a forgotten password is set anew in three steps', async ({ page, apiURL, request, origin, context }) => {
  const headers = { origin: origin() }
  const account = await newAccount(request, origin(), apiURL)
  const other = await context.browser()!.newContext({ baseURL: origin() })
  await other.request.post('/api/public/session', { headers, data: { account, password, consent: true } })
  expect((await other.request.get('/api/messages/unread')).status()).toBe(200)
  // A code went to the phone of the registration, and the next one goes there a minute later: this is another phone.
  const phone = freshPhone()
  expect((await other.request.post('/api/account/contact', { headers, data: { phone } })).status()).toBe(200)

  await page.goto('/resetPassword')
  await field(page, '手机号').fill(freshPhone())
  await press(page, '获取验证码')
  await expect(page.getByText('该号码不存在，请先注册或联系管理人员')).toBeVisible()
  await field(page, '手机号').fill(phone)
  await press(page, '获取验证码')
  await expect.poll(() => sentCode(apiURL, phone)).not.toBe('')
  await field(page, '验证码').fill(await sentCode(apiURL, phone))
  await press(page, '下一步')
  await field(page, '新密码').fill('abc')
  await press(page, '重置密码')
  await expect(page.getByText('密码不符合规范')).toBeVisible()
  await field(page, '新密码').fill('Second2026')
  await field(page, '确认密码').fill('Second2026')
  await press(page, '重置密码')
  await expect(page.getByRole('main').getByText('重置密码成功！请使用新密码登录')).toBeVisible()
  await expect.poll(async () => (await other.request.get('/api/messages/unread')).status()).toBe(401)
  await other.close()
  await page.getByRole('link', { name: '返回登录' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test.describe('personal data', () => {
  test.use({ quiet: [/40[09] \((Conflict|Bad Request)\)/] })

  test('shows the facts, and phone and e-mail change where they stand', async ({ page, loginAs, ownAccount, axe }) => {
    await loginAs(ownAccount)
    await page.goto('/MyName')
    await expect(page.getByRole('heading', { level: 1, name: '个人资料' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(ownAccount)
    await press(page, '修改联系电话')
    await field(page, '联系电话').fill('')
    await press(page, '确认')
    await expect(page.getByText('请输入联系电话')).toBeVisible()
    await field(page, '联系电话').fill('13800000001')
    await press(page, '确认')
    await says(page, '修改失败')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('该手机号已被注册，请更换其他手机号码')
    const phone = freshPhone()
    await field(page, '联系电话').fill(phone)
    await press(page, '确认')
    await says(page, '修改成功')
    await page.reload()
    await expect(page.getByText(phone)).toBeVisible()
    await page.setViewportSize({ width: 360, height: 780 })
    // The page was read anew: a press before it works does nothing.
    await expect(async () => {
      await press(page, '修改邮箱地址')
      await expect(page.getByRole('dialog').getByLabel('邮箱地址')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.getByRole('dialog').getByLabel('邮箱地址').fill('')
    await page.getByRole('dialog').getByRole('button', { name: '确认' }).click()
    await expect(page.getByRole('dialog').getByText('请输入邮箱地址')).toBeVisible()
    expect(await axe(page)).toEqual([])
  })

  test('takes a large picture whole, cut to a square, and shows it everywhere; what is no picture is refused', async ({ page, loginAs, ownAccount, axe }, info) => {
    await loginAs(ownAccount)
    await page.goto('/MyName')
    const noise = await sharp({ create: { width: 2600, height: 2000, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 60 } } }).png({ compressionLevel: 0 }).toBuffer()
    expect(noise.length).toBeGreaterThan(15_000_000)
    // As files on the disk, of which the browser is told the names: forty megabytes sent to it take a slow machine most of a minute.
    const [picture, tooLarge] = [info.outputPath('me.png'), info.outputPath('large.png')]
    writeFileSync(picture, noise)
    writeFileSync(tooLarge, Buffer.alloc(20 * 1024 * 1024))
    const choose = page.locator('input[type=file]')
    await choose.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('上传头像图片只能是 JPG或png 格式!')
    await choose.setInputFiles(tooLarge)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('上传头像图片大小不能超过 20MB!')
    await choose.setInputFiles(picture)
    await expect(page.getByRole('dialog').getByText('预览')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await press(page, '保存头像')
    await expect(page.getByRole('status').filter({ hasText: '修改成功' })).toBeVisible({ timeout: 40_000 })
    await expect(page.getByRole('banner').locator('img.avatar').first()).toHaveAttribute('src', /^\/api\/public\/files\/admin\/file\/avatar\/82\/\d+-/)
    for (const body of [Buffer.from('<svg/>'), Buffer.from('<!doctype html>'), Buffer.from('PK\u0003\u0004')]) {
      const reply = await page.request.post('/api/account/avatar', { headers: { origin: new URL(page.url()).origin, 'content-type': 'image/png' }, data: body })
      expect([reply.status(), await reply.json()]).toEqual([400, { error: { code: 'invalid', fields: { file: 'kind' } } }])
    }
  })

  test('the password changes for who knows the old one, and every session ends', async ({ page, loginAs, context, origin, apiURL, request }) => {
    const ownAccount = await newAccount(request, origin(), apiURL)
    await loginAs(ownAccount)
    const elsewhere = await context.browser()!.newContext({ baseURL: origin() })
    await loginAs(ownAccount, 'localhost', elsewhere)
    await page.goto('/MyStudy?thisId=2')
    await press(page, '修改密码')
    const dialog = page.getByRole('dialog', { name: '修改密码' })
    const confirm = () => dialog.getByRole('button', { name: '确定' }).click()
    const fill = async (current: string, next: string, again = next) => {
      await dialog.getByLabel('原密码').fill(current)
      await dialog.getByLabel('新密码', { exact: true }).fill(next)
      await dialog.getByLabel('确认密码').fill(again)
      await confirm()
    }
    await confirm()
    for (const text of ['请输入原密码', '请输入新密码', '请再次输入新密码']) await expect(dialog.getByText(text)).toBeVisible()
    await fill(password, password)
    await expect(dialog.getByText('新密码与原密码相同')).toBeVisible()
    await fill(password, 'Another2026', 'Another2027')
    await expect(dialog.getByText('两次输入不一致')).toBeVisible()
    await fill(password, 'Another2026-too-long')
    await expect(dialog.getByText('密码不符合规范')).toBeVisible()
    await fill('Wrong2026', 'Another2026')
    await expect(dialog.getByRole('alert').filter({ hasText: '原密码输入错误' })).toBeVisible()
    // A toast stands in the dialog that it was said over; closing it leaves the dialog, and what was typed, alone.
    await dialog.getByRole('status').getByRole('button', { name: '关闭提示' }).click()
    await expect(dialog.getByLabel('原密码')).toHaveValue('Wrong2026')
    await fill(password, 'Another2026')
    await expect(page).toHaveURL(/\/login$/)
    expect((await page.request.get('/api/messages/unread')).status()).toBe(401)
    await expect.poll(async () => (await elsewhere.request.get('/api/messages/unread')).status()).toBe(401)
    expect((await elsewhere.request.post('/api/public/session', { headers: { origin: origin() }, data: { account: ownAccount, password: 'Another2026', consent: true } })).status()).toBe(200)
    await elsewhere.close()
  })

  test('the record comes as one file that opens offline', async ({ page, loginAs, context }) => {
    await loginAs('liming')
    await page.goto('/MyName')
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, '下载学习档案')])
    expect(download.suggestedFilename()).toMatch(/^study-record-liming-\d{4}-\d{2}-\d{2}\.zip$/)
    const files = unzipSync(readFileSync(await download.path()))
    expect(JSON.parse(strFromU8(files['record.json']!))).toMatchObject({ format: 'trainhall-learner-record/1', learner: { account: 'liming' } })
    const alone = await context.newPage()
    await alone.setContent(strFromU8(files['index.html']!))
    await expect(alone.getByRole('heading', { level: 1, name: '李明的学习档案' })).toBeVisible()
    await alone.close()
  })
})

test('a message read here is read in the bell, the menu and the list, and all can be read at once', async ({ page, loginAs }) => {
  await loginAs('learner107')
  const counted = page.waitForResponse((response) => response.url().endsWith('/api/messages/unread'))
  await page.goto('/MyStudy?thisId=1')
  const { count } = (await (await counted).json()) as { count: number }
  const menu = page.getByRole('navigation', { name: '个人中心' }).or(page.getByRole('navigation').filter({ hasText: '学习数据' })).first()
  const bell = page.getByRole('banner').getByRole('link', { name: /^消息/ })
  const unreadRows = page.getByRole('list', { name: '我的消息' }).getByRole('link').filter({ hasText: /^未读/ })
  await expect(page.getByRole('list', { name: '我的消息' })).toBeVisible()
  if (count > 0) {
    const before = count
    await expect(bell).toHaveAccessibleName(`消息，有 ${before} 条未读`)
    await unreadRows.first().click()
    await expect(page.getByRole('article')).toBeVisible()
    await expect(bell).toHaveAccessibleName(before === 1 ? '消息' : `消息，有 ${before - 1} 条未读`)
    if (before > 1) await expect(menu).toContainText(`${before - 1} 条未读`)
    await page.getByRole('link', { name: '返回消息列表' }).click()
    await expect(unreadRows).toHaveCount(before - 1)
    if (before > 1) await press(page, '全部标为已读')
  }
  await expect(bell).toHaveAccessibleName('消息')
  await expect(unreadRows).toHaveCount(0)
  await expect(menu).not.toContainText('条未读')
})

test('visited pages stand as tabs for who wants them', async ({ page, loginAs }) => {
  await loginAs('liming')
  await page.goto('/Home')
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitemradio', { name: '显示' }).click()
  await page.keyboard.press('Escape')
  const strip = page.getByRole('navigation', { name: '访问过的页面' })
  await expect(strip.getByRole('link')).toHaveCount(1)
  await page.goto('/myCurriculum')
  await expect(strip.getByRole('link')).toHaveCount(2)
  await page.goto('/myPlanList')
  await expect(strip.getByRole('link')).toHaveCount(3)
  await strip.getByRole('button', { name: '固定“我的课程”' }).click()
  await expect(strip.getByRole('link').first()).toHaveAccessibleName('已固定 我的课程')
  await strip.getByRole('button', { name: '关闭“我的计划”' }).click()
  await expect(page).toHaveURL(/\/Home$/)
  await expect(strip.getByRole('link')).toHaveCount(2)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/MyName')
  await expect(strip.getByRole('link', { name: '个人资料' })).toBeInViewport({ ratio: 0.9 })
})
