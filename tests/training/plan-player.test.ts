import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { getPlayer } from '@/lib/training/player'
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
