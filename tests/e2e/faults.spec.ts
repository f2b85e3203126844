import { expect, test } from './fixtures'

// Whatever the platform does, the page says so in people's words, offers a way on, and works again when the platform does.

const kinds = ['down', 'slow', 'html', 'half', 'wrong-type', 'error'] as const
const places = [
  { name: 'the list of my courses', path: '/myCurriculum', call: 'getMyWebCourseBySort', healed: /共 \d+ 条|空空如也/ },
  { name: 'the catalogue of a course', path: '/CurriculumDetil?id=3001&tab=catalogue', call: 'selectChapterSectionByCourseId', healed: /安全基础/ },
  { name: 'the study strip of home', path: '/Home', call: 'haveInHandByUid', healed: /我的学习/ },
]

for (const place of places) {
  for (const kind of kinds) {
    test(`${place.name} while the platform is ${kind}`, async ({ page, loginAs, ownAccount, spoil }) => {
      await loginAs(ownAccount)
      const { heal } = await spoil(ownAccount, place.call, kind)
      const response = await page.goto(place.path)
      expect(response!.status()).toBeLessThan(500)
      const main = page.getByRole('main')
      const retry = main.getByRole('button', { name: '重试' }).first()
      await expect(retry).toBeVisible()
      await expect(main).not.toContainText(/NullPointer|Exception|undefined|\[object/)
      // The rest of the page keeps working.
      await expect(page.getByRole('banner')).toBeVisible()
      await heal()
      await retry.click()
      await expect(main).toContainText(place.healed)
      await expect(retry).toHaveCount(0)
    })
  }
}

test('the player while the platform is down offers another try and the way back, and opens when the platform is there', async ({ page, loginAs, ownAccount, spoil }) => {
  await loginAs(ownAccount)
  const { heal } = await spoil(ownAccount, 'selectChapterSectionByCourseId', 'down')
  const response = await page.goto('/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201')
  expect(response!.status()).toBeLessThan(500)
  const main = page.getByRole('main')
  await expect(main).toContainText('学习页面加载失败')
  await expect(main.getByRole('link', { name: '返回课程' })).toHaveAttribute('href', /^\/CurriculumDetil\?id=3001/)
  await heal()
  await main.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('region', { name: /用电安全概述/ })).toBeVisible()
})

test.describe('at the platform', () => {
  // What the page asks for by itself between the end and the reload is answered so too.
  test.use({ quiet: [/401 \(Unauthorized\)/] })

  test('a session that ended says so once and leads to login and back', async ({ page, loginAs, apiURL, ownAccount, context, origin }) => {
    await loginAs(ownAccount)
    await page.goto('/myCurriculum?state=completed')
    // Another device of the same account changes nothing here, but the platform forgets our token.
    const reply = await context.request.post(`${origin()}/api/session/end`, { headers: { origin: origin(), cookie: (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ') }, data: {} })
    expect(reply.ok()).toBe(true)
    expect((await fetch(`${apiURL}/health`)).ok).toBe(true)
    // What the page asks for by itself may lead it there at this very moment, and then there is nothing left to reload.
    await page.reload().catch(() => undefined)
    await expect(page).toHaveURL(/\/login\?redirect=/)
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/myCurriculum?state=completed')
  })
})
