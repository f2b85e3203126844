import { expect, it } from 'vitest'
import { examStatuses } from '@/lib/domain/exams'
import { countExams, listExams } from '@/lib/training/exams'
import { mountPlatform } from '../support/platform'

const platform = mountPlatform()
const everything = { status: 'available', kind: 'all', title: '', page: 1, size: 10 } as const

it('my exams say beside a page how many there are in each status, and a platform that does not is asked for each', async () => {
  const liming = await platform.learner('liming', 82)
  for (const view of [everything, { ...everything, status: 'passed', kind: 'theory', title: '电' } as const]) {
    const list = await listExams(liming, view)
    const counts = await countExams(liming, view, list)
    expect(counts).toEqual(list.counts)
    expect(Object.keys(counts).toSorted()).toEqual([...examStatuses].toSorted())
    expect(await countExams(liming, view, { ...list, counts: undefined })).toEqual(counts)
    expect(counts[view.status]).toBe(list.total)
  }
})
