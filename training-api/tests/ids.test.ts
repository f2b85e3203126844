import { readdirSync, readFileSync } from 'node:fs'
import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { idNode, idNodes, newId, setIdNode } from '../db/ids.ts'
import { certificates } from '../db/schema/certificates.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { leases } from '../db/schema/tenants.ts'
import { sqlState, withTx } from '../db/tx.ts'
import { claimIdNode } from '../id-node.ts'
import { grantCertificate } from '../queries/certificate-grants.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi } from './support.ts'
import { courses, dataOf, expectStatus, learnerWithout } from './world.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
})
afterAll(() => api.close())
afterEach(() => void vi.restoreAllMocks())

/** The ids that are drawn next: the clock they come of stands still until the end of the test. */
function nextIds(count: number): number[] {
  const at = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockReturnValue(at)
  const last = newId()
  return Array.from({ length: count }, (_, n) => last + 1 + n)
}

describe('an id that another process has drawn too', () => {
  test('fails the beginning of a course instead of leaving out a section, and the next try begins it whole', async () => {
    const learner = await learnerWithout(api, courses.electrical)
    const begin = () => learner.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 })
    const recordsOf = (learnerId: number) => api.db.select().from(sectionRecords).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, learnerId)))
    const [one] = await api.db.select().from(sectionRecords).where(eq(sectionRecords.tenantId, 82)).limit(1)
    const before = (await recordsOf(learner.userId)).length
    await api.db.insert(sectionRecords).values(nextIds(3).map((recordId, n) => ({ ...one!, learnerId: 1, sectionId: n + 1, recordId })))

    expectStatus(await begin(), 500)
    expect(await recordsOf(learner.userId)).toHaveLength(before)
    dataOf(await begin())
    expect(await recordsOf(learner.userId)).toHaveLength(before + 6)
  })

  test('is no certificate that the learner has already', async () => {
    const [one] = await api.db.select().from(certificates).where(eq(certificates.tenantId, 82)).limit(1)
    const grant = (userId: number) =>
      withTx(api.db, (tx) => grantCertificate(tx, { tenantId: 82, userId, kind: 'course', contentId: courses.welding, title: 'x', templateId: 9301, now: testMoment }))
    const learner = await learnerWithout(api, courses.welding)
    const [certificateId] = nextIds(1)
    await api.db.insert(certificates).values({ ...one!, certificateId: certificateId!, learnerId: 1, number: 'another', checkCode: 'another' })
    expect(sqlState(await grant(learner.userId).catch((fault: unknown) => fault))).toBe('23505')
    expect(await grant(learner.userId)).toMatchObject({ contentId: courses.welding })
    expect(await grant(learner.userId)).toBeNull()
  })

  test('never passes for a repetition: each insert that may do nothing says of what', () => {
    const folder = new URL('../queries/', import.meta.url)
    const silent = readdirSync(folder).filter((file) => readFileSync(new URL(file, folder), 'utf8').includes('onConflictDoNothing()'))
    expect(silent).toEqual([])
  })
})

describe('the number of a process within its ids', () => {
  const nodeOf = (id: number) => Math.floor(id / 256) % idNodes
  const own = idNode()
  afterEach(() => setIdNode(own))

  test('is nobody else’s while it is kept, and somebody’s again once it has run out', async () => {
    for (const holder of ['one', 'two', 'three']) {
      setIdNode(idNodes - 1)
      expect(await claimIdNode(api.db, holder)).toBe(true)
      expect(nodeOf(newId())).toBe(idNode())
    }
    const held = await api.db.select().from(leases).where(like(leases.name, 'idNode %'))
    expect(held.map(({ name, holder }) => `${name} ${holder}`).toSorted()).toEqual(['idNode 0 two', 'idNode 1 three', 'idNode 31 one'])
    expect([await claimIdNode(api.db, 'three'), idNode()]).toEqual([true, 1])

    await api.db.update(leases).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(leases.name, 'idNode 31'))
    setIdNode(idNodes - 1)
    expect([await claimIdNode(api.db, 'four'), idNode()]).toEqual([true, idNodes - 1])
    // Who came late to keep it goes on under another.
    expect([await claimIdNode(api.db, 'one'), idNode()]).toEqual([true, 2])
  })

  test('stays what it was when all are taken', async () => {
    for (let n = 0; n < idNodes; n += 1) await claimIdNode(api.db, `filling ${n}`)
    const before = idNode()
    expect([await claimIdNode(api.db, 'too many'), idNode()]).toEqual([false, before])
  })
})
