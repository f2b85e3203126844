import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificates } from '../db/schema/certificates.ts'
import { isValid } from '../rules/certificates.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, expectKeys, expectStatus, hostileValues } from './world.ts'

type Wire = { id: number; checkCode: string; curriculumId: number; fruitType: number; certificateType: number; templateName: string; name: string; obtainTime: string }
type Year = { yearTime: string; appClassCertificateDtoList: Wire[] }

let api: TestApi
let zhaoqiang: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  zhaoqiang = await api.loginAs('zhaoqiang', 82)
})
afterAll(() => api.close())

const years = async (who: TestLearner) => dataOf(await who.get<Year[]>('/train/app/plan/getMyClassCertificate'))
const check = (checkCode: unknown, tenantId = 82) => api.visitor(tenantId).get<Record<string, unknown> | null>('/train/web/getCertificateByCheckCode', { checkCode })
const printed = 'name obtainTime certificateType monthNum endTime templateName workNumber userName certificateNum jgName logoUrl'

describe('my certificates', () => {
  test('stand by year, newest first, with both templates and all validities', async () => {
    const groups = await years(zhaoqiang)
    expect(groups.map(({ yearTime }) => yearTime)).toEqual(groups.map(({ yearTime }) => yearTime).toSorted().toReversed())
    const all = groups.flatMap((group) => group.appClassCertificateDtoList.map((one) => ({ ...one, year: group.yearTime })))
    expect(all.every(({ year, obtainTime }) => obtainTime.startsWith(year))).toBe(true)
    for (const { year: _, ...one } of all) expectKeys(one, `id ${printed} checkCode curriculumId fruitType`)
    expect(all).toContainEqual(expect.objectContaining({ name: '焊接工艺基础', curriculumId: courses.welding, fruitType: 1 }))
    expect(new Set(all.map(({ certificateType }) => certificateType))).toEqual(new Set([1, 2, 3]))
    expect(new Set(all.map(({ templateName }) => templateName))).toEqual(new Set(['vertical', 'horizontal']))
  })

  test('are nobody else’s', async () => {
    expect(await years(await api.loginAs('wangfang', 82))).toEqual([])
    const own = (await years(await api.loginAs('liming', 82))).flatMap((group) => group.appClassCertificateDtoList.map(({ id }) => id))
    const others = (await years(zhaoqiang)).flatMap((group) => group.appClassCertificateDtoList.map(({ id }) => id))
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter((id) => others.includes(id))).toEqual([])
    expect((await api.visitor(82).get('/train/app/plan/getMyClassCertificate')).status).toBe(401)
  })
})

describe('checking a certificate', () => {
  test('repeats what is printed and says whether it is valid', async () => {
    const [{ appClassCertificateDtoList: [first] }] = (await years(zhaoqiang)) as [Year & { appClassCertificateDtoList: [Wire] }]
    const found = dataOf(await check(first.checkCode))
    expectKeys(found, `${printed} status`)
    expect(found).toMatchObject({ name: first.name, userName: '赵强', status: 'valid' })
  })

  test('says expired the day after the last one', async () => {
    const [one] = await api.db.select().from(certificates).where(eq(certificates.validity, 'months')).limit(1)
    const { tenantId, certificateId, checkCode } = one!
    await api.db.update(certificates).set({ obtainedAt: new Date('2025-03-31T09:00:00+08:00'), months: 11 }).where(eq(certificates.certificateId, certificateId))
    expect(dataOf(await check(checkCode, tenantId))).toMatchObject({ status: 'expired' })
  })

  test('knows nothing by number, in sequence, from another tenant or by rubbish', async () => {
    const [{ checkCode, number }] = (await api.db.select().from(certificates).where(eq(certificates.tenantId, 82)).limit(1)) as [typeof certificates.$inferSelect]
    for (const [code, tenant] of [[checkCode, 101], [number, 82], [`${checkCode}0`, 82], [checkCode.slice(0, -1), 82], [checkCode.toUpperCase(), 82], ['9401', 82], ['%', 82]] as const) {
      expect(dataOf(await check(code, tenant)), code).toBe(null)
    }
    for (const value of hostileValues) expect([200, 400]).toContain((await check(value)).status)
    expectStatus(await api.visitor(82).get('/train/web/getCertificateByCheckCode'), 400)
  })
})

describe('how long a certificate is valid', () => {
  const at = (text: string) => new Date(`${text}+08:00`)
  const months = { validity: 'months', months: 1, validUntil: null, obtainedAt: at('2026-01-31T10:00:00') } as const
  const until = { validity: 'until', months: null, validUntil: at('2027-03-01T00:00:00'), obtainedAt: at('2026-01-31T10:00:00') } as const
  test.each([
    ['permanently', { ...until, validity: 'permanent' as const }, '2999-01-01T00:00:00', true],
    ['to the end of the last day of a short month', months, '2026-02-28T23:59:59', true],
    ['no longer', months, '2026-03-01T00:00:00', false],
    ['the whole last day', until, '2027-03-01T23:59:59', true],
    ['not the day after', until, '2027-03-02T00:00:00', false],
  ])('%s', (_, certificate, now, valid) => {
    expect(isValid(certificate, at(now))).toBe(valid)
  })
})
