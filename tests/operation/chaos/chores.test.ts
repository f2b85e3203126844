import { expect, it } from 'vitest'
import { choresOf } from '@/scripts/chaos/chores.mjs'
import type { ReviewCard } from '@/training-api/db/schema/mistakes'
import { gradedFrom, review } from '@/training-api/rules/review'
import type { Grade, Standing } from '@/training-api/rules/review'

const nobody = async () => {
  throw new Error('not asked')
}

/** What is found after these grades of a learner, each counted as `count` has it. */
async function foundAfter(chosen: readonly Grade[], count: (standing: Standing, grade: Grade) => { card: ReviewCard; dueAt: Date }) {
  let standing: Standing = { card: null, dueAt: null }
  const codes = [...chosen]
  const { grade } = choresOf({
    writes: { grade: async ({ code }: { code: Grade }) => (standing = count(standing, code)) },
    truth: { grade: async () => ({ grade: standing.card?.grade ?? null, dueAt: standing.dueAt?.getTime() ?? null }), begun: nobody, joined: nobody },
    random: () => (codes.shift()! - 1) / 4,
    given: { graded: 1 },
  })
  for (const _ of chosen) {
    const wish = grade.next()
    await wish.send()
    wish.done()
  }
  const found = { missing: [] as string[], twice: [] as string[] }
  await grade.compare(found, null)
  return found
}

const inPlace = (standing: Standing, grade: Grade) => {
  const { card, dueAt, at } = gradedFrom(standing, new Date())
  return review(card, dueAt, grade, at)
}

it.each([[[1]], [[3]], [[1, 4]], [[4, 2, 3]]] satisfies [Grade[]][])('grades %j that take the place of one another are all there, once', async (grades) => {
  expect(await foundAfter(grades, inPlace)).toEqual({ missing: [], twice: [] })
})

it.each([[[4]], [[1, 4]], [[4, 3]]] satisfies [Grade[]][])('of grades %j one that is counted twice is found', async (grades) => {
  const twice = (standing: Standing, grade: Grade) => {
    const { card, dueAt } = review(standing.card, standing.dueAt, grade, new Date())
    return review(card, dueAt, grade, new Date())
  }
  const { missing, twice: found } = await foundAfter(grades, twice)
  expect([missing, found.length]).toEqual([[], 1])
})

it('a grade that is not the last one is missing', async () => {
  expect(await foundAfter([3], (standing) => inPlace(standing, 1))).toEqual({ missing: ['grade 1 instead of 3'], twice: [] })
})
