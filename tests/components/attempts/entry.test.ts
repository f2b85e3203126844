// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExamPlace } from '@/lib/domain/attempts'

const place: ExamPlace = { origin: 'standalone', examId: '8001', paperId: '8200' }
const sitting = { learnerId: '1', place }
const ofExam = (examId: string) => ({ ...sitting, place: { ...place, examId } })
const first = { attemptId: 'a1', isHandedIn: false }
const exam = '/ToTestIng?examPlanId=8001'
const preparation = '/TestDetil?examPlanId=8001'

/** How the document was loaded; the entry is read anew, as by a document of its own. */
async function loaded(type: string, path = preparation) {
  vi.resetModules()
  performance.getEntriesByType = () => [{ type, name: location.origin + path }] as unknown as PerformanceEntryList
  return import('@/components/attempts/entry')
}
const push = (path: string) => history.pushState({ __NA: true }, '', path)
const go = (by: number) => new Promise((resolve) => {
  window.addEventListener('popstate', resolve, { once: true })
  history.go(by)
})

beforeEach(() => push(preparation))
afterEach(() => sessionStorage.clear())

describe('coming to an exam', () => {
  it('by back and forward is coming to the attempt that was left there', async () => {
    const { entryOf, noteEntry } = await loaded('navigate')
    push(exam)
    expect(entryOf(sitting)).toEqual({ attemptId: null, isBehind: false })
    noteEntry(sitting, first)
    await go(-1)
    await go(1)
    expect(entryOf(sitting)).toEqual({ attemptId: 'a1', isBehind: false })
    expect(entryOf(ofExam('8002')).attemptId).toBeNull()
  })

  it('leaves to the router what it keeps there', async () => {
    const { noteEntry } = await loaded('navigate')
    push(exam)
    noteEntry(sitting, first)
    expect(history.state).toMatchObject({ __NA: true })
    expect(location.pathname + location.search).toBe(exam)
  })

  it('on purpose is free to begin another attempt, whatever was left before', async () => {
    const { entryOf, noteEntry } = await loaded('navigate')
    push(exam)
    noteEntry(sitting, first)
    push(preparation)
    push(exam)
    expect(entryOf(sitting)).toEqual({ attemptId: null, isBehind: false })
  })

  it('by going back to one that was handed in from here leads away', async () => {
    const { entryOf, noteEntry } = await loaded('navigate')
    push(exam)
    noteEntry(sitting, first)
    push(exam)
    noteEntry(sitting, { ...first, isHandedIn: true })
    await go(-1)
    expect(entryOf(sitting)).toEqual({ attemptId: null, isBehind: true })
  })

  it('straight from its result or its answers leads away, until one was on any other page; other exams are free', async () => {
    const { entryOf, noteElsewhere, noteLookingBack } = await loaded('navigate')
    push('/ResultTest?examPlanId=8001')
    noteLookingBack({ learnerId: '1', examId: '8001' })
    noteElsewhere()
    push(exam)
    noteElsewhere()
    expect(entryOf(sitting)).toEqual({ attemptId: null, isBehind: true })
    expect(entryOf(ofExam('8002')).isBehind).toBe(false)
    push('/Home')
    noteElsewhere()
    push(exam)
    expect(entryOf(sitting)).toEqual({ attemptId: null, isBehind: false })
  })

  it('of whoever logs in here next is coming to none of what was left there, and leads away from nothing', async () => {
    const { entryOf, noteEntry, noteLookingBack } = await loaded('navigate')
    push(exam)
    noteEntry(sitting, { ...first, isHandedIn: true })
    noteLookingBack({ learnerId: '1', examId: '8001' })
    expect(entryOf(sitting).isBehind).toBe(true)
    expect(entryOf({ ...sitting, learnerId: '2' })).toEqual({ attemptId: null, isBehind: false })
  })

  it.each([['reload', exam, 'a1'], ['back_forward', exam, 'a1'], ['navigate', exam, null], ['reload', preparation, null]])('by a document that came by %s of %s is coming to %s', async (type, path, attemptId) => {
    sessionStorage.setItem('exam:1:standalone/8001//', JSON.stringify(first))
    push(exam)
    const { entryOf } = await loaded(type, path)
    expect(entryOf(sitting)).toEqual({ attemptId, isBehind: false })
  })
})
