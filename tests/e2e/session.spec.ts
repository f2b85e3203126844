import type { Page } from '@playwright/test'
import { expect, password, test } from './fixtures'

const account = (page: Page) => page.getByLabel('账号', { exact: true })
const secret = (page: Page) => page.getByLabel('密码', { exact: true })
const consent = (page: Page) => page.getByRole('checkbox', { name: '我已阅读并同意隐私政策' })
const button = (page: Page) => page.getByRole('button', { name: '登录', exact: true })

async function fillIn(page: Page, name = 'liming', word = password) {
  await account(page).fill(name)
  await secret(page).fill(word)
  await consent(page).check()
}

test.describe('the login form', () => {
  test.beforeEach(({ page }) => page.goto('/login').then(() => undefined))

  test('is active only when the policy is accepted, and says why not', async ({ page }) => {
    await expect(button(page)).toBeDisabled()
    await expect(page.getByText('勾选同意隐私政策后才能登录')).toBeVisible()
    await consent(page).check()
    await expect(button(page)).toBeEnabled()
    await consent(page).uncheck()
    await expect(button(page)).toBeDisabled()
  })

  test('shows the whole policy, and accepting it ticks the box', async ({ page, axe }) => {
    await page.getByRole('button', { name: '隐私政策' }).click()
    const dialog = page.getByRole('dialog', { name: '隐私政策' })
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(11)
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: '同意并继续' }).click()
    await expect(dialog).toBeHidden()
    await expect(consent(page)).toBeChecked()
    await expect(page.getByRole('button', { name: '隐私政策' })).toBeFocused()
  })

  test('asks for what is missing, in the order of the form', async ({ page }) => {
    await consent(page).check()
    await button(page).click()
    await expect(page.getByText('请输入正确账号')).toBeVisible()
    await expect(page.getByText('账号或密码输入错误')).toBeVisible()
    await expect(account(page)).toBeFocused()
    await account(page).fill('liming')
    await expect(page.getByText('请输入正确账号')).toBeHidden()
    await button(page).click()
    await expect(secret(page)).toBeFocused()
  })

  test('logs in by keyboard alone and leads home', async ({ page }) => {
    await account(page).focus()
    await page.keyboard.type('liming')
    await page.keyboard.press('Tab')
    await expect(secret(page)).toBeFocused()
    await page.keyboard.type(password)
    await consent(page).focus()
    await page.keyboard.press('Space')
    await secret(page).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/Home$/)
    await expect(page.getByRole('banner').getByText('李明')).toBeVisible()
  })

  test('shows what was typed on request', async ({ page }) => {
    await secret(page).fill(password)
    await page.getByRole('button', { name: '显示密码' }).click()
    await expect(secret(page)).toHaveAttribute('type', 'text')
    await expect(secret(page)).toHaveValue(password)
  })

  test('does not move when an error appears under a finger', async ({ page }) => {
    const before = await button(page).boundingBox()
    await account(page).focus()
    await secret(page).focus()
    await consent(page).focus()
    await expect(page.getByText('账号或密码输入错误')).toBeVisible()
    expect(await button(page).boundingBox()).toEqual(before)
  })

  test('keeps account and place when the language is switched', async ({ page }) => {
    await account(page).fill('liming')
    await page.getByRole('button', { name: '语言：简体中文' }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL(/\/en\/login$/)
    await expect(page.getByLabel('Account', { exact: true })).toHaveValue('liming')
  })
})

test.describe('a refused login', () => {
  test.use({ quiet: [/409 \(Conflict\)/] })

  test('says so at the form in the platform\'s words and keeps what was typed', async ({ page }) => {
    await page.goto('/login')
    await fillIn(page, 'nobody-here', 'Wrong2026')
    await button(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('用户名不存在或者密码错误')
    await expect(account(page)).toHaveValue('nobody-here')
    await expect(secret(page)).toHaveValue('Wrong2026')
    await expect(secret(page)).toBeFocused()
    await expect(consent(page)).toBeChecked()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('of another tenant\'s account is refused like an unknown one', async ({ page, origin }) => {
    await page.goto(`${origin('bgy.localhost')}/login`)
    await fillIn(page, 'zhaoqiang')
    await button(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('用户名不存在或者密码错误')
  })

  test('speaks the page\'s language', async ({ page }) => {
    await page.goto('/en/login')
    await page.getByLabel('Account', { exact: true }).fill('nobody-here')
    await page.getByLabel('Password', { exact: true }).fill('Wrong2026')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('The account does not exist or the password is wrong')
  })
})

test('the same account name is somebody else in another tenant', async ({ page, origin }) => {
  await page.goto(`${origin('bgy.localhost')}/login`)
  await fillIn(page, 'liming')
  await button(page).click()
  await expect(page).toHaveURL(/\/Home$/)
  await expect(page.getByRole('banner')).toContainText('黎明')
})

test('a protected page leads to login and back', async ({ page }) => {
  await page.goto('/myCurriculum?state=completed')
  await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/myCurriculum?state=completed')
  await fillIn(page)
  await button(page).click()
  await expect(page).toHaveURL(/\/myCurriculum\?state=completed$/)
})

for (const redirect of ['https://example.org/', '//example.org', '/\\example.org', '/%2F%2Fexample.org', 'javascript:alert(1)']) {
  test(`login never leads out: ${redirect}`, async ({ page, baseURL }) => {
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
    await fillIn(page)
    await button(page).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    expect(new URL(page.url()).origin).toBe(baseURL)
  })
}

test('a session that is over is said once, lets go of its cookie, and leads back after login', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'sid', value: 'a-session-of-yesterday', url: baseURL! }])
  const looked = page.waitForResponse((response) => response.url().includes('/api/public/session/check'))
  // It may have gone again by the time that a slow page is there.
  await Promise.all([expect(page.getByRole('status').filter({ hasText: '用户凭证已过期' })).toHaveCount(1), page.goto('/myCurriculum')])
  await expect(page).toHaveURL(/\/login\?redirect=%2FmyCurriculum$/)
  expect(await (await looked).json()).toEqual({ alive: false })
  expect((await context.cookies()).filter(({ name }) => name === 'sid')).toEqual([])
  await page.reload()
  await expect(button(page)).toBeVisible()
  await expect(page.getByText('用户凭证已过期')).toHaveCount(0)
  await fillIn(page)
  await button(page).click()
  await expect(page).toHaveURL(/\/myCurriculum$/)
})

test('a session that lives is not ended by an address that says it is over', async ({ page, loginAs }) => {
  await loginAs('liming')
  const looked = page.waitForResponse((response) => response.url().includes('/api/public/session/check'))
  await page.goto('/login?reason=expired')
  expect(await (await looked).json()).toEqual({ alive: true })
  await page.goto('/myCurriculum')
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible()
})

test('logging out in one window leads the others to the login, and a copy of the cookie is worth nothing', async ({ page, context, loginAs, ownAccount, origin, request }) => {
  await loginAs(ownAccount)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sid')!
  const other = await context.newPage()
  await other.goto(`${origin()}/myCurriculum`)
  await page.goto(`${origin()}/Home`)
  await page.getByRole('banner').getByRole('button', { name: /^用户菜单/ }).filter({ visible: true }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login$/)
  const replayed = await request.get(`${origin()}/api/messages/unread`, { headers: { cookie: `sid=${cookie.value}` } })
  expect(replayed.status()).toBe(401)
})

for (const { domain, open } of [{ domain: 'localhost', open: true }, { domain: 'bgy.localhost', open: false }, { domain: 'rs.localhost', open: false }, { domain: 'hj.localhost', open: true }]) {
  test(`${domain} ${open ? 'offers' : 'does not offer'} registration and a new password`, async ({ page, origin }) => {
    await page.goto(`${origin(domain)}/login`)
    await expect(page.getByRole('link', { name: '注册' })).toHaveCount(open ? 1 : 0)
    await expect(page.getByRole('link', { name: '忘记密码' })).toHaveCount(open ? 1 : 0)
  })
}

test('the login page is the same for everybody of a tenant and language: it comes out of the cache', async ({ request }) => {
  const ask = async () => (await request.get('/login', { headers: { 'accept-language': 'zh-CN' } })).headers()['x-nextjs-cache']
  await ask()
  expect(['HIT', 'STALE']).toContain(await ask())
})
