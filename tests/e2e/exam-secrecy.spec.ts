import type { OpenedAttempt } from '@/lib/domain/attempts'
import { expect, test } from './fixtures'
import { contest, isSaved, opened, option } from './exam-paper'

// What shows every second time is no less wrong: a second try, as `npm run verify` has it, would hide it.
test.describe.configure({ retries: 0 })

// A page that is left in the middle of a call may say so.
test.use({ quiet: [/Failed to load resource|Failed to fetch/] })

test.describe('what the browser may not know', () => {
  test('no key of an answer in any response, page, script or storage before the paper is handed in', async ({ page, context, origin, loginAs, ownAccount }) => {
    const bodies: Promise<string>[] = []
    page.on('response', (response) => {
      if (/json|text|script|component/.test(response.headers()['content-type'] ?? '')) bodies.push(response.text().then((body) => `${response.url()} ${body}`, () => ''))
    })
    await loginAs(ownAccount)
    await page.goto('/myTestPapers')
    await page.goto('/TestDetil?id=8002&examType=1')
    const started = page.waitForResponse((response) => response.url().endsWith('/api/attempts/start'))
    await page.goto(contest)
    const { attempt } = (await (await started).json()) as { attempt: OpenedAttempt }
    await opened(page)
    await option(page, 1).click()
    await isSaved(page)
    // Pages carry what they know as data within a script, where quotation marks have a stroke before them.
    const fields = /\\?"(?:correctIds|analysis)\\?"/
    const query = `examPlanId=8002&paperId=828002&examType=3&instanceId=${attempt.ref.attemptId}&answerId=${attempt.ref.answerId}`
    // What is there for papers that are handed in, asked for too early.
    for (const path of [`/ResultTest?${query}`, `/ZuoDaXiangQing?${query}`, `/api/exams/receipts?attemptId=${attempt.ref.attemptId}&answerId=${attempt.ref.answerId}`, `/api/exams/result?examId=8002&attemptId=${attempt.ref.attemptId}&answerId=${attempt.ref.answerId}`]) {
      // As a page, and as the router fetches one.
      for (const headers of path.startsWith('/api/') ? [undefined] : [undefined, { rsc: '1' }]) bodies.push(context.request.get(`${origin()}${path}`, { headers }).then(async (reply) => `${path} ${await reply.text()}`))
    }
    const storage = await page.evaluate(async () => {
      const told = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error!) }))
      const databases = await Promise.all((await indexedDB.databases()).map(async ({ name = '' }) => {
        const database = await told(indexedDB.open(name))
        return [name, ...(await Promise.all([...database.objectStoreNames].map((store) => told(database.transaction(store).objectStore(store).getAll()))))]
      }))
      const cached = await Promise.all((await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        return Promise.all((await cache.keys()).map(async (key) => `${key.url} ${await (await cache.match(key))?.text()}`))
      }))
      return `storage ${JSON.stringify([databases, cached, { ...localStorage }, { ...sessionStorage }])}`
    })
    expect(storage).toContain('"exams"')
    const seen = [...(await Promise.all(bodies)), storage, `page ${await page.content()}`]
    for (const part of ['/api/attempts/start ', '.js ', 'storage ', '/TestDetil']) expect(seen.some((text) => text.slice(0, 300).includes(part)), part).toBe(true)

    await page.getByRole('button', { name: '交卷', exact: true }).click()
    await page.getByRole('alertdialog', { name: '交卷前检查' }).getByRole('button', { name: '确认交卷' }).click()
    await expect(page).toHaveURL(/\/ResultTest\?/, { timeout: 30_000 })
    // Only now the explanations are told, and they are what nobody may have seen before.
    const told = await (await context.request.get(`${origin()}/ZuoDaXiangQing?${query}`, { headers: { rsc: '1' } })).text()
    const canaries = [...new Set([...told.matchAll(/"analysis":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => (JSON.parse(`"${text}"`) as string).replace(/<[^>]*>/g, '').trim()).filter((text) => text.length > 7))]
    expect(canaries.length).toBeGreaterThan(4)
    expect(told).toMatch(fields)
    // What is looked for does show where it may: in the page as well.
    const shown = await (await context.request.get(`${origin()}/ZuoDaXiangQing?${query}`)).text()
    expect(shown).toMatch(/\\"correctIds\\"/)
    expect(shown).toMatch(fields)
    for (const canary of canaries) expect(seen.filter((text) => text.includes(canary)).map((text) => text.slice(0, 200)), canary).toEqual([])
    // A script may name a field that it shows later; what it must not hold is an answer.
    for (const field of [fields, /trueOptionList/, /trueFlag/]) expect(seen.filter((text) => field.test(text) && !/^\S+\.js/.test(text)).map((text) => text.slice(0, 200)), String(field)).toEqual([])
  })
})
