import { http, HttpResponse } from 'msw'
import { and, eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { stopsOf } from '@/lib/domain/player'
import { getPlayer, openSection } from '@/lib/training/player'
import { planItems } from '../../training-api/db/schema/plans'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()

it('a plan whose courses come without chapters is listed by a few courses at a time, in their order', async () => {
  const listed = Array.from({ length: 40 }, (_, at) => ({ id: at + 1, childrenId: '3001', childrenName: 'x', contentType: 1 }))
  let [running, most, asked] = [0, 0, 0]
  platform.server.use(
    http.get(`${UPSTREAM}/train/app/plan/getPlanCatalogueById`, () => HttpResponse.json({ code: 0, data: listed })),
    http.get(`${UPSTREAM}/train/app/plan/getCourseCatalogueById`, async () => {
      most = Math.max(most, (running += 1))
      asked += 1
      await new Promise((done) => setTimeout(done, 5))
      running -= 1
      return HttpResponse.json({ code: 0, data: [] })
    }),
  )
  const { items } = (await getPlayer(await platform.learner('liming', 82), { kind: 'plan', id: '5001' }))!
  expect(items.map(({ id }) => id)).toEqual(listed.map(({ id }) => String(id)))
  expect(asked).toBe(40)
  expect(most).toBeLessThanOrEqual(6)
})

it('a plan whose courses come with chapters and without sections in them is asked for those', async () => {
  platform.server.resetHandlers()
  onTestFinished(() => platform.server.resetHandlers())
  const muluList = [{ nodeId: 3101, nodeName: '安全基础', list: null }, { nodeId: 3102, nodeName: '设备操作' }, { nodeId: 3103, nodeName: '结业考核', list: [] }]
  platform.server.use(http.get(`${UPSTREAM}/train/app/plan/getPlanCatalogueById`, () => HttpResponse.json({ code: 0, data: [{ id: 5101, childrenId: 3001, childrenName: 'x', contentType: 1, muluList }] })))
  const { items } = (await getPlayer(await platform.learner('liming', 82), { kind: 'plan', id: '5001' }))!
  expect(items[0]!.chapters.map(({ name, sections }) => [name, sections.length > 0])).toEqual([['安全基础', true], ['设备操作', true], ['结业考核', true]])
})

it('a course of a plan that nobody may study is locked as a whole, with the reason', async () => {
  const { db } = platform.api()
  const learner = await platform.learner('liming', 82)
  await db.insert(planItems).values({ tenantId: 82, planItemId: 990_004, planId: 5001, position: 99, kind: 'course', childId: 3006, name: '高处作业安全' })
  onTestFinished(async () => void (await db.delete(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planItemId, 990_004)))))
  platform.server.resetHandlers()
  const player = (await getPlayer(learner, { kind: 'plan', id: '5001' }))!
  expect(player.items.map(({ refusal }) => refusal)).toEqual([...Array<undefined>(player.items.length - 1).fill(undefined), '本课程仅限高处作业班学员学习'])
  const stops = stopsOf(player).filter(({ item }) => item.id === '990004')
  expect(stops.length).toBeGreaterThan(1)
  expect(stops.every(({ locked }) => locked)).toBe(true)
})

it('a section is opened through its item of the plan, and in a course without one', async () => {
  const asked: (string | null)[] = []
  platform.server.use(http.get(`${UPSTREAM}/train/app/courseChapter/selectSectionDetailById`, ({ request }) => {
    asked.push(new URL(request.url).searchParams.get('contentId'))
    return HttpResponse.json({ code: 0, data: null })
  }))
  const learner = await platform.learner('liming', 82)
  for (const kind of ['plan', 'course'] as const) expect(await openSection(learner, { kind, id: '5001', itemId: '5101', chapterId: '3101', sectionId: '3201' })).toBeNull()
  expect(asked).toEqual(['5101', null])
})

it.each([['wangfang', 'notStarted'], ['liming', 'unknown']])('what stands in a state that nobody knows can be begun where no place in it is kept: %s, %s', async (account, state) => {
  onTestFinished(() => platform.server.resetHandlers())
  platform.server.use(http.get(`${UPSTREAM}/train/app/course/3001`, () => HttpResponse.json({ code: 0, data: { id: 3001, courseName: 'x', studtyState: 9 } })))
  expect((await getPlayer(await platform.learner(account, 82), { kind: 'course', id: '3001' }))!.subject.state).toBe(state)
})
