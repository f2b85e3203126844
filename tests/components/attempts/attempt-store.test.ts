import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAttemptStore } from '@/components/attempts/attempt-store'
import type { OpenedAttempt } from '@/lib/domain/attempts'
import { chosen, newJournal } from '@/lib/domain/attempts-journal'

/** As much of a browser's database as the store uses: what all tabs have together, and a switch by which it fails. */
function fakeDatabase() {
  const stores = new Map<string, Map<string, unknown>>()
  const state = { isBroken: false, healsWhenOpened: false, isFull: false }
  const answered = (result: unknown) => {
    const request: { result: unknown; onsuccess?: () => void } = { result }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const storeOf = (name: string) => {
    const rows = stores.get(name) ?? new Map<string, unknown>()
    stores.set(name, rows)
    return {
      get: (key: string) => answered(structuredClone(rows.get(key))),
      put: (value: unknown, key: string) => {
        if (state.isFull) throw new DOMException('full', 'QuotaExceededError')
        rows.set(key, structuredClone(value))
      },
      delete: (key: string) => void rows.delete(key),
      openCursor: () => {
        const keys = [...rows.keys()]
        const request: { result: unknown; onsuccess?: () => void } = { result: null }
        const next = () => queueMicrotask(() => {
          const key = keys.shift()
          request.result = key === undefined ? null : { key, value: structuredClone(rows.get(key)), delete: () => void rows.delete(key), continue: next }
          request.onsuccess?.()
        })
        next()
        return request
      },
    }
  }
  const database = {
    close: () => undefined,
    transaction() {
      if (state.isBroken) throw new Error('gone')
      const transaction: { objectStore: typeof storeOf; oncomplete?: () => void } = { objectStore: storeOf }
      setTimeout(() => transaction.oncomplete?.(), 0)
      return transaction
    },
  }
  const open = () => {
    if (state.healsWhenOpened) state.isBroken = false
    return answered(database)
  }
  return { state, indexedDB: { open } }
}

const place = { origin: 'standalone', examId: '1', paperId: '2', planExamId: null, ownerId: null, itemId: null, chapterId: null, sectionId: null } as unknown as OpenedAttempt['place']
const attempt = { place, ref: { attemptId: '7', answerId: '8' } } as OpenedAttempt

/** What is cleared away takes a few turns of the database. */
const cleared = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setTimeout(done, 0))
}
const isKept = async (at: OpenedAttempt['place']) => (await (await openAttemptStore()).read('l', at)) !== null

describe('what a tab keeps of a paper', () => {
  let fake: ReturnType<typeof fakeDatabase>
  beforeEach(() => {
    fake = fakeDatabase()
    vi.stubGlobal('indexedDB', fake.indexedDB)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  async function tabWithPaper() {
    const tab = await openAttemptStore()
    await tab.keepPaper('l', attempt, 0)
    await tab.keepJournal('l', '7', newJournal({ q: ['1'] }, 3), null)
    return tab
  }

  it('is gone for a tab that has it in memory still when another tab has forgotten it', async () => {
    const [reader, writer] = [await tabWithPaper(), await tabWithPaper()]
    expect(await reader.read('l', place)).toMatchObject({ journal: { seq: 3 } })
    await writer.forget('l', attempt)
    expect(await reader.read('l', place)).toBeNull()
  })

  it('is in memory when the database fails', async () => {
    const tab = await tabWithPaper()
    fake.state.isBroken = true
    expect(await tab.read('l', place)).toMatchObject({ journal: { seq: 3 } })
    expect(tab.isDurable).toBe(false)
  })

  it('is in the database again when that was only closed', async () => {
    const tab = await tabWithPaper()
    Object.assign(fake.state, { isBroken: true, healsWhenOpened: true })
    expect(await tab.keepJournal('l', '7', newJournal({ q: ['2'] }, 4), null)).toBe(true)
    expect(tab.isDurable).toBe(true)
    expect(await (await openAttemptStore()).read('l', place)).toMatchObject({ journal: { seq: 4 } })
  })

  it('goes where nothing can be written any more and nothing of it waits: what is done with is neither sent nor handed in again', async () => {
    const old = chosen(newJournal({ q: ['1'] }, 3), 'q', ['2'], 'op')
    const done = newJournal({ q: ['1'] }, 5)
    const tab = await tabWithPaper()
    await tab.keepJournal('l', '7', old, 'learner')
    fake.state.isFull = true
    for (const [journal, handInBy, isThere] of [[chosen(done, 'q', ['3'], 'op-2'), null, true], [done, 'learner', true], [done, null, false]] as const) {
      expect(await tab.keepJournal('l', '7', journal, handInBy)).toBe(false)
      expect(await isKept(place)).toBe(isThere)
    }
    expect(await tab.read('l', place)).toMatchObject({ journal: { seq: 5 }, handInBy: null })
  })

  it('stays where nothing can be written any more and nothing of what lies there waits, so that the paper can be gone on with offline', async () => {
    const before = await tabWithPaper()
    await before.keepJournal('l', '7', newJournal({ q: ['1'] }, 3), null)
    const tab = await openAttemptStore()
    fake.state.isFull = true
    expect(await tab.keepJournal('l', '7', newJournal({ q: ['2'] }, 4), null)).toBe(false)
    await cleared()
    expect(await isKept(place)).toBe(true)
  })

  it('of long ago goes, but with answers that were never sent only much later, since the calendar may have been wrong', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const day = 86_400_000
    const begun = Date.now()
    const tab = await openAttemptStore()
    const other = { place: { ...place, examId: '2' }, ref: { attemptId: '9', answerId: '10' } } as OpenedAttempt
    const unsent = chosen(newJournal({}, 0), 'q', ['1'], 'op')
    for (const [one, journal] of [[attempt, newJournal({ q: ['1'] }, 3)], [other, unsent]] as const) {
      await tab.keepPaper('l', one, 0)
      await tab.keepJournal('l', one.ref.attemptId, journal, null)
    }
    const third = { ...place, examId: '3' } as OpenedAttempt['place']
    const readAfter = async (days: number) => {
      vi.setSystemTime(begun + days * day)
      await (await openAttemptStore()).read('l', third)
      await cleared()
      return [await isKept(place), await isKept(other.place)]
    }
    expect(await readAfter(13)).toEqual([true, true])
    expect(await readAfter(15)).toEqual([false, true])
    expect(await readAfter(91)).toEqual([false, false])
  })

  it('stays where it is being answered, though by a calendar that is set right it is of long ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await tabWithPaper()
    vi.setSystemTime(Date.now() + 200 * 86_400_000)
    const tab = await openAttemptStore()
    expect(await tab.read('l', place)).toMatchObject({ journal: { seq: 3 } })
    await cleared()
    expect(await isKept(place)).toBe(true)
    await tab.keepJournal('l', '7', newJournal({ q: ['2'] }, 4), null)
    expect(await (await openAttemptStore()).read('l', place)).toMatchObject({ journal: { seq: 4 } })
  })
})
