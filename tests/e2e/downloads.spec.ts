import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, test } from './fixtures'

const wechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN'
const routes = ['Appye', 'AppyeRS', 'AppyeBGY', 'AppFires', 'AppFiresRS', 'AppFiresBGY', 'AppFireswd', 'FZAppFires1', 'FZAppFires2']

test.describe('downloads', () => {
  test('answer at all nine routes in three languages', async ({ request }) => {
    for (const route of routes) for (const prefix of ['', '/en', '/ja']) {
      const reply = await request.get(`${prefix}/${route}`, { maxRedirects: 0 })
      expect(reply.status(), `${prefix}/${route}`).toBe(200)
      expect(await reply.text()).toMatch(/\d+\.\d+\.\d+/)
    }
  })

  test('show codes that scan, as the tenant has them', async ({ page, origin }) => {
    await page.goto('/AppFireswd')
    const codes = page.getByRole('img', { name: /二维码/ })
    await expect(codes).toHaveCount(5)
    const { data, info } = await sharp(await codes.first().screenshot()).resize(544).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(`${origin()}/AppFires`)
    expect(await codes.first().boundingBox()).toMatchObject({ width: 136, height: 136 })
    await page.goto(`${origin('bgy.localhost')}/Appye`)
    await expect(page.getByRole('img', { name: /二维码/ })).toHaveAccessibleName(/\/AppFiresBGY$/)
    await page.goto(`${origin('hj.localhost')}/Appye`)
    await expect(page.getByRole('img', { name: /二维码/ })).toHaveCount(2)
    await page.goto(`${origin('rs.localhost')}/Appye`)
    await expect(page).toHaveURL(/\/AppyeRS$/)
  })

  test('inside another app say how to get out', async ({ browser, axe, baseURL }) => {
    const context = await browser.newContext({ baseURL, userAgent: wechat, viewport: { width: 360, height: 740 }, locale: 'zh-CN' })
    const page = await context.newPage()
    await page.goto('/AppFires')
    await expect(page.getByRole('region', { name: '请在浏览器中打开' })).toBeVisible()
    await expect(page.locator('[data-client]')).toHaveAttribute('inert', '')
    expect(await axe(page)).toEqual([])
    // Nor is anything left beneath that could have the focus, whatever stands around the page.
    for (const path of ['/AppFires', '/Appye']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: '复制链接' })).toBeVisible()
      expect(await page.locator(':is(a[href], button, input, select):visible:not([inert] *)').allTextContents()).toEqual(['复制链接'])
    }
    await context.close()
  })
})
