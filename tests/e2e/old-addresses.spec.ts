import { expect, test } from './fixtures'

// Addresses of the old client, as bookmarks and printed QR codes have them (spec 3 §9).
test('a hash address leads to its page, logged in or not', async ({ page, loginAs }) => {
  await page.goto('/#/news')
  await expect(page).toHaveURL(/\/news$/)
  await page.goto('/#/loign')
  await expect(page).toHaveURL(/\/login$/)
  await loginAs('liming')
  await page.goto('/#/CurriculumDetil?id=3001')
  await expect(page).toHaveURL(/\/CurriculumDetil\?id=3001/)
  await expect(page.getByRole('heading', { level: 1, name: '低压电工作业安全' })).toBeVisible()
})

test.describe('a hash address', () => {
  // What it names is no page of ours either.
  test.use({ quiet: [/404 \(Not Found\)/] })

  test('never leads away', async ({ page, origin }) => {
    for (const hash of ['#//evil.example/news', '#/\\evil.example', '#/https://evil.example', '#/.//evil.example/login', '#/..//evil.example', '#!/.//evil.example', '#/%2e//evil.example']) {
      await page.goto(`/news${hash}`)
      expect(new URL(page.url()).origin).toBe(origin())
    }
    })
})

for (const [old, now] of [['/loign', '/login'], ['/LOGIN', '/login'], ['/appye', '/Appye'], ['/resetpassword', '/resetPassword']] as const) {
  test(`${old} is ${now}`, async ({ request, origin }) => {
    const reply = await request.get(origin() + old, { maxRedirects: 0 })
    expect(reply.status()).toBe(308)
    expect(new URL(reply.headers().location!, origin()).pathname).toBe(now)
  })
}
