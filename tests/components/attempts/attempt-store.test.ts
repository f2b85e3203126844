import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAttemptStore } from '@/components/attempts/attempt-store'
import type { OpenedAttempt } from '@/lib/domain/attempts'
import { newJournal } from '@/lib/domain/attempts-journal'

/** As much of a browser's database as the store uses: what all tabs have together, and a switch by which it fails. */
function fakeDatabase() {
  const stores = new Map<string, Map<string, unknown>>()
  const state = { isBroken: false }
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
      put: (value: unknown, key: string) => void rows.set(key, structuredClone(value)),
      delete: (key: string) => void rows.delete(key),
      openCursor: () => answered(null),
    }
  }
  const database = {
    transaction() {
      if (state.isBroken) throw new Error('gone')
      const transaction: { objectStore: typeof storeOf; oncomplete?: () => void } = { objectStore: storeOf }
      setTimeout(() => transaction.oncomplete?.(), 0)
      return transaction
    },
  }
  return { state, indexedDB: { open: () => answered(database) } }
}

const place = { origin: 'standalone', examId: '1', paperId: '2', planExamId: null, ownerId: null, itemId: null, chapterId: null, sectionId: null } as unknown as OpenedAttempt['place']
const attempt = { place, ref: { attemptId: '7', answerId: '8' } } as OpenedAttempt

describe('what a tab keeps of a paper', () => {
  let fake: ReturnType<typeof fakeDatabase>
  beforeEach(() => {
    fake = fakeDatabase()
    vi.stubGlobal('indexedDB', fake.indexedDB)
  })
  afterEach(() => vi.unstubAllGlobals())

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
})
