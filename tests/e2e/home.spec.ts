import { expect, test } from './fixtures'

const strip = '我的学习'

test.describe('the home page of the everyday learner', () => {
  test.beforeEach(async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/Home')
  })

  test('turns its banners, by hand and by keyboard, and stops on pause', async ({ page }) => {
    const carousel = page.getByRole('region', { name: '推荐', exact: true })
    // Under the pointer it stands still, wherever it has got to by itself.
    await carousel.hover()
    const first = Number.parseInt(await carousel.getByText(/^\d \/ 6$/).innerText())
    await carousel.getByRole('button', { name: '下一张' }).click()
    await expect(carousel.getByText(`${(first % 6) + 1} / 6`)).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(carousel.getByText(`${first} / 6`)).toBeVisible()
    await carousel.getByRole('button', { name: '暂停轮播' }).click()
    await expect(carousel.getByRole('button', { name: '播放轮播' })).toBeVisible()
  })

  test('is 400 high on wide screens', async ({ page }) => {
    expect((await page.getByRole('region', { name: '推荐', exact: true }).boundingBox())?.height).toBe(400)
  })

  test('opens a course from its banner after asking', async ({ page }) => {
    const asked = page.waitForRequest((request) => request.url().includes('/api/courses/access?id=3001'))
    await page.getByRole('region', { name: '推荐', exact: true }).getByRole('link', { name: '新课上线：低压电工作业安全' }).click()
    await asked
    await expect(page).toHaveURL(/\/CurriculumDetil\?id=3001&title=/)
  })

  test('shows four begun things with kind, sections and rate, and the way to all of them', async ({ page }) => {
    const section = page.getByRole('region', { name: strip })
    await expect(section.getByRole('listitem')).toHaveCount(4)
    await expect(section.getByRole('img', { name: /^完成 \d+%$/ })).toHaveCount(4)
    await expect(section.getByText(/^(课程|计划|考试)$/)).toHaveCount(4)
    await expect(section.getByText(/^已完成 \d+ \/ \d+( 小节)?$/)).toHaveCount(4)
    await section.getByRole('link', { name: /更多/ }).click()
    await expect(page).toHaveURL(/\/myCurriculum$/)
  })

  test('shows six notices in two columns of three, and opens them', async ({ page }) => {
    const section = page.getByRole('region', { name: '新闻公告' })
    const lines = section.getByRole('listitem')
    await expect(lines).toHaveCount(6)
    const boxes = await Promise.all((await lines.all()).map((line) => line.boundingBox()))
    expect(new Set(boxes.map((box) => Math.round(box!.x))).size).toBe(2)
    expect(new Set(boxes.map((box) => Math.round(box!.y))).size).toBe(3)
    await expect(lines.first()).toContainText(/(培训新闻|通知公告|工艺更新).+\d{2}\d{4}-\d{2}/)
    await lines.first().getByRole('link').click()
    await expect(page).toHaveURL(/\/news\/\d+$/)
    await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('shows every kind of floor with its right link', async ({ page }) => {
    for (const floor of ['精品课程', '取证专区', '推荐计划']) await expect(page.getByRole('heading', { level: 2, name: floor })).toBeVisible()
    await expect(page.getByRole('region', { name: '精品课程' }).getByRole('listitem')).toHaveCount(8)
    await expect(page.getByRole('link', { name: /^安全生产月.*在新窗口打开/ })).toHaveAttribute('href', 'https://example.org/safety')
    await page.getByRole('region', { name: '精品课程' }).getByRole('link', { name: /更多/ }).click()
    await expect(page).toHaveURL(/\/Curriculum$/)
  })

  test('leads from a tile to a plan', async ({ page }) => {
    await expect(page.getByRole('region', { name: '取证专区' }).getByRole('link', { name: '焊工取证计划' })).toHaveAttribute('href', /^\/PlanDetil\?id=5007&title=/)
  })

  test('asks for no page before somebody wants it, and then once', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { rsc, 'next-router-prefetch': ahead } = request.headers()
      if (rsc) asked.push(`${ahead ? 'ahead ' : ''}${new URL(request.url()).pathname}`)
    })
    const more = page.getByRole('region', { name: '精品课程' }).getByRole('link', { name: /更多/ })
    await more.scrollIntoViewIfNeeded()
    await more.hover()
    await page.getByRole('link', { name: '消息' }).first().hover()
    await page.waitForLoadState('networkidle')
    await more.click()
    await expect(page).toHaveURL(/\/Curriculum$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked).toEqual(['/Curriculum'])
  })

  test('does not open a course that refuses, whatever led there', async ({ page }) => {
    await page.getByRole('region', { name: '精品课程' }).getByRole('link', { name: '高处作业安全' }).click()
    await expect(page.getByRole('status').filter({ hasText: '本课程仅限高处作业班学员学习' })).toBeVisible()
    await expect(page).toHaveURL(/\/Home$/)
  })
})

test('somebody new is told where to begin', async ({ page, loginAs }) => {
  await loginAs('wangfang')
  await page.goto('/Home')
  const section = page.getByRole('region', { name: strip })
  await expect(section.getByText('空空如也')).toBeVisible()
  await section.getByRole('link', { name: '去课程库看看' }).click()
  await expect(page).toHaveURL(/\/Curriculum$/)
})

test('notices that are drafts or meant for the news page alone do not show on home', async ({ page, loginAs, apiURL }) => {
  const reply = await fetch(`${apiURL}/train/app/notice/getAllNotice`, { headers: { 'tenant-id': '82' } })
  const { data } = (await reply.json()) as { data: { noticeTitle: string; releaseStatus: number; showPosition: number }[] }
  const hidden = data.filter(({ releaseStatus, showPosition }) => releaseStatus !== 1 || showPosition === 1).map(({ noticeTitle }) => noticeTitle)
  expect(hidden.length).toBeGreaterThan(0)
  await loginAs('liming')
  await page.goto('/Home')
  const news = page.getByRole('region', { name: '新闻公告' })
  await expect(news.getByRole('listitem')).toHaveCount(6)
  for (const title of hidden) await expect(news.getByText(title, { exact: true })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('three notices are enough, and tiles stand two by two', async ({ page, loginAs }) => {
    await loginAs('liming')
    await page.goto('/Home')
    await expect(page.getByRole('region', { name: '新闻公告' }).getByRole('link', { name: /培训新闻|通知公告|工艺更新/ })).toHaveCount(3)
    const tiles = page.getByRole('region', { name: '精品课程' }).getByRole('listitem')
    const [one, two] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()]
    expect(one!.y).toBe(two!.y)
  })
})

test('home sends its frame at once and each part when it is there', async ({ page, loginAs, spoil, ownAccount }) => {
  await loginAs(ownAccount)
  await spoil(ownAccount, 'haveInHandByUid', 'slow')
  // Noted as the document comes in: on a busy machine the part may have failed before a test can look.
  await page.addInitScript((name) => {
    new MutationObserver(() => {
      if (document.querySelector(`section[aria-busy="true"][aria-label="${name}"]`)) Object.assign(window, { hasWaited: true })
    }).observe(document, { childList: true, subtree: true })
  }, strip)
  await page.goto('/Home', { waitUntil: 'commit' })
  await expect(page.getByRole('region', { name: '新闻公告' }).getByRole('listitem')).toHaveCount(6)
  expect(await page.evaluate(() => 'hasWaited' in window)).toBe(true)
  await expect(page.getByRole('region', { name: strip }).getByRole('button', { name: '重试' })).toBeVisible({ timeout: 20_000 })
})
