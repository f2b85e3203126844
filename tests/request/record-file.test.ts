import { strFromU8, unzipSync } from 'fflate'
import { expect, it, vi } from 'vitest'
import type { Locale } from '@/lib/domain/locale'
import type { LearnerRecord } from '@/lib/domain/record'
import { recordFile } from '@/lib/request/record'
import type { Learner } from '@/lib/domain/learner'

const record: LearnerRecord = {
  format: 'trainhall-learner-record/1', takenAt: '2026-03-01T01:05:00.000Z', platform: { title: '技术培训平台', domain: 'localhost' },
  learner: { id: '1', account: 'liming', name: '李明', sex: 'male', post: '', company: '', department: '', phone: '', email: '' }, summary: null, courses: [], plans: [], exams: [],
  certificates: [{ id: '9', name: '焊接工艺基础', learnerName: '李明', workNumber: null, number: 'HN-1', issuer: '', logoUrl: null, obtainedAt: '2025-11-02T15:00:00+08:00', validity: { kind: 'until', date: '2027-03-01T00:00:00+08:00' }, layout: 'vertical', checkCode: null }],
}
const { held } = vi.hoisted(() => ({ held: { until: Promise.resolve(), begun: 0 } }))
vi.mock('@/lib/training/record', () => ({ collectRecord: () => ((held.begun += 1), held.until.then(() => record)) }))

it.each([['zh', '2026/03/01 09:05'], ['ja', '2026/03/01 09:05'], ['en', 'Mar 1, 2026 09:05']])('a record in %s says moments as the pages do, %s, and days as certificates do', async (locale, moment) => {
  const { content } = await recordFile({ locale: locale as Locale } as Learner, record.platform)
  const page = strFromU8(unzipSync(content)['index.html']!)
  expect(page).toContain(moment)
  for (const day of ['2025-11-02', '2027-03-01']) expect(page).toContain(day)
})

it('records are written two at a time, and who has waited long is told that it is busy', async () => {
  let go = () => {}
  Object.assign(held, { begun: 0, until: new Promise<void>((resolve) => (go = resolve)) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [first, second, third] = [1, 2, 3].map(() => recordFile({ locale: 'zh' } as Learner, record.platform))
  const isBusy = expect(third).rejects.toMatchObject({ code: 'busy' })
  await vi.advanceTimersByTimeAsync(45_000)
  await isBusy
  vi.useRealTimers()
  expect(held.begun).toBe(2)
  go()
  expect([(await first)!.name, (await second)!.name]).toEqual(['study-record-liming-2026-03-01.zip', 'study-record-liming-2026-03-01.zip'])
})
