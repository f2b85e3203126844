import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CommitQueue } from '@/components/courseware/commit-queue'
import { COMMIT_PAUSE_MS, noState, type CoursewareCommit, type CoursewareState } from '@/lib/domain/courseware'

type Sent = { commit: CoursewareCommit; leaving: boolean; answer: (reply: { status: number; kept: boolean }) => void; fail: () => void }
let sent: Sent[] = []
let words: string[] = []
const storage = new Map<string, string>()
let hasRoom = true
const kept = { read: (key: string) => storage.get(key) ?? null, write: (key: string, value: string) => hasRoom && Boolean(storage.set(key, value)), remove: (key: string) => void storage.delete(key) }

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  words = []
  storage.clear()
  hasRoom = true
})
afterEach(() => vi.useRealTimers())

function queueOf({ state = noState, savedAt = 0, savedSeq = 0 }: { state?: CoursewareState; savedAt?: number; savedSeq?: number } = {}) {
  return new CommitQueue({
    state, savedAt, savedSeq, seq: 100, now: () => Date.now(), kept, keptKey: 'k', tell: (word) => void words.push(word),
    post: (body, leaving) => new Promise((resolve, reject) => void sent.push({ commit: JSON.parse(body) as CoursewareCommit, leaving, answer: resolve, fail: () => reject(new Error('network')) })),
  })
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const soft = { finished: false, soon: false }
const soon = { finished: false, soon: true }
const at = (location: string) => ({ 'cmi.location': location })
const ok = { status: 200, kept: true }

describe('commits', () => {
  it('gather changes for two seconds, and say only what changed', async () => {
    const queue = queueOf({ state: { current: 'a', items: { a: { cmi: { 'cmi.location': '1', 'cmi.suspend_data': 'long' }, finished: false } } } })
    queue.note('a', { ...at('2'), 'cmi.suspend_data': 'long' }, soft)
    queue.note('a', { ...at('3'), 'cmi.suspend_data': 'long' }, soft)
    await pass(COMMIT_PAUSE_MS - 1)
    expect(sent).toEqual([])
    await pass(1)
    expect(sent[0]?.commit).toEqual({ seq: 101, current: 'a', items: { a: { changes: at('3'), finished: false } } })
  })

  it.each(['constructor', 'toString', 'valueOf'])('of a part that is named %s go out like all others, and what is kept of one is said again', async (id) => {
    const queue = queueOf()
    queue.note(id, at('1'), soon)
    const items = { [id]: { changes: at('1'), finished: false } }
    expect(sent[0]?.commit).toEqual({ seq: 101, current: id, items })
    sent[0]!.fail()
    await pass(0)
    queueOf({ state: { current: null, items: {} } }).flush(false)
    expect(sent[1]?.commit.items).toEqual(items)
  })

  it('go at once when the package asks, one at a time, and hold everything not acknowledged', async () => {
    const queue = queueOf()
    queue.note('a', at('1'), soon)
    queue.note('a', { ...at('2'), 'cmi.exit': 'suspend' }, soon)
    expect(sent.length).toBe(1)
    sent[0]!.answer(ok)
    await pass(COMMIT_PAUSE_MS)
    expect(sent[1]?.commit).toEqual({ seq: 102, current: 'a', items: { a: { changes: { ...at('2'), 'cmi.exit': 'suspend' }, finished: false } } })
    sent[1]!.answer(ok)
    await pass(0)
    expect(storage.size).toBe(0)
    expect(words).toEqual(['saving', 'saved', 'saving', 'saved'])
  })

  it('of a part that finishes do not wait for the answer to the one before', async () => {
    const queue = queueOf()
    queue.note('a', { 'cmi.suspend_data': 'x' }, soon)
    queue.note('a', { 'cmi.suspend_data': 'x', ...at('9') }, { finished: true, soon: true })
    expect(sent.map(({ commit, leaving }) => [commit.seq, commit.items.a, leaving])).toEqual([
      [101, { changes: { 'cmi.suspend_data': 'x' }, finished: false }, false], [102, { changes: { 'cmi.suspend_data': 'x', ...at('9') }, finished: true }, true],
    ])
  })

  it('that leave do not wait, and hold what the one before them may lose', async () => {
    const queue = queueOf()
    queue.note('a', { 'cmi.suspend_data': 'x' }, soon)
    queue.note('a', { 'cmi.suspend_data': 'x', ...at('9') }, soft)
    queue.flush(true)
    expect(sent.map(({ commit, leaving }) => [commit.seq, commit.items.a!.changes, leaving])).toEqual([[101, { 'cmi.suspend_data': 'x' }, false], [102, { 'cmi.suspend_data': 'x', ...at('9') }, true]])
  })

  it('on their way when the page goes are said once more, as what outlives it', async () => {
    const queue = queueOf()
    queue.note('a', at('1'), soon)
    queue.leave()
    queue.flush(true)
    expect(sent.map(({ commit, leaving }) => [commit.seq, commit.items.a!.changes, leaving])).toEqual([[101, at('1'), false], [102, at('1'), true]])
  })

  it('after the page began to go are one for each breath, and the last word waits for nothing', async () => {
    const queue = queueOf()
    queue.note('a', at('1'), soft)
    queue.leave()
    expect(sent.map(({ commit, leaving }) => [commit.items.a!.changes, leaving])).toEqual([[at('1'), true]])
    queue.note('a', { ...at('2') }, soft)
    queue.note('a', { ...at('2'), 'cmi.suspend_data': 'x' }, soon)
    queue.note('a', { ...at('2'), 'cmi.suspend_data': 'x' }, { finished: true, soon: true })
    expect(sent[1]?.commit.items.a).toEqual({ changes: { ...at('2'), 'cmi.suspend_data': 'x' }, finished: true })
    await pass(0)
    expect(sent.length).toBe(2)
    queue.note('a', { ...at('3'), 'cmi.suspend_data': 'x' }, soon)
    await pass(0)
    expect(sent.length).toBe(3)
    queue.stay()
    expect(sent[3]).toMatchObject({ leaving: false, commit: { seq: 104 } })
  })

  it('are on their way eight seconds after the end of a long trouble', async () => {
    const queue = queueOf()
    queue.note('a', at('1'), soon)
    for (let times = 0; times < 9; times += 1) {
      const before = sent.length
      sent.at(-1)!.fail()
      await pass(8_000)
      expect(sent.length, `after ${times} failures`).toBe(before + 1)
    }
  })

  it.each([429, 502])('that do not get through, or are answered with %i, are tried again, and wait in the browser meanwhile', async (status) => {
    const queue = queueOf()
    queue.note('a', at('1'), soon)
    sent[0]!.fail()
    await pass(2_000)
    expect(sent.length).toBe(2)
    expect(words).toEqual(['saving', 'offline', 'saving'])
    expect(storage.has('k')).toBe(true)
    sent[1]!.answer({ status, kept: false })
    await pass(4_000)
    expect(words.slice(3), 'the network is there').toEqual(['unanswered', 'saving'])
    sent[2]!.answer(ok)
    await pass(0)
    expect(storage.size).toBe(0)
  })

  it('are tried again by half of the devices before the other half', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(1)
    const queue = queueOf()
    queue.note('a', at('1'), soon)
    sent[0]!.fail()
    await pass(999)
    expect(sent.length).toBe(1)
    await pass(1)
    sent[1]!.fail()
    await pass(3_999)
    expect(sent.length).toBe(2)
    await pass(1)
    expect(sent.length).toBe(3)
  })

  it('of a launch that was taken over end', async () => {
    const queue = queueOf()
    queue.note('a', at('1'), soon)
    sent[0]!.answer({ status: 409, kept: false })
    await pass(0)
    queue.note('a', at('2'), soon)
    queue.flush(true)
    await pass(60_000)
    expect(sent.length).toBe(1)
    expect(words.at(-1)).toBe('superseded')
  })

  it('that the server calls invalid are not called saved, stay in the browser, and keep nothing later back', async () => {
    const queue = queueOf()
    queue.note('a', { 'cmi.suspend_data': 'too much' }, soon)
    sent[0]!.answer({ status: 400, kept: false })
    await pass(0)
    expect(words.at(-1)).toBe('refused')
    queue.note('a', { 'cmi.suspend_data': 'too much', ...at('2') }, soon)
    expect(sent[1]?.commit.items).toEqual({ a: { changes: at('2'), finished: false } })
    sent[1]!.answer(ok)
    await pass(60_000)
    expect([sent.length, words.at(-1)]).toEqual([2, 'refused'])
    expect(JSON.parse(storage.get('k')!)).toMatchObject({ items: { a: { changes: { 'cmi.suspend_data': 'too much', ...at('2') } } } })
  })

  it('stay in the browser where the platform keeps nothing', async () => {
    const queue = queueOf()
    queue.note('a', at('1'), soon)
    sent[0]!.answer({ status: 200, kept: false })
    await pass(0)
    expect(queueOf().state.items.a?.cmi).toEqual(at('1'))
  })

  it('are not called saved where the platform keeps nothing and the browser has no room, until it has', async () => {
    const queue = queueOf()
    hasRoom = false
    queue.note('a', at('1'), soon)
    sent[0]!.answer({ status: 200, kept: false })
    await pass(0)
    expect(words.at(-1)).toBe('notKept')
    hasRoom = true
    queue.note('a', at('2'), soon)
    // While something of it is on its way nothing may take its place.
    expect(JSON.parse(storage.get('k')!)).toMatchObject({ isSent: false })
    sent[1]!.answer({ status: 200, kept: false })
    await pass(0)
    expect([words.at(-1), queueOf().state.items.a?.cmi]).toEqual(['saved', at('2')])
    expect(JSON.parse(storage.get('k')!)).toMatchObject({ isSent: true })
  })

  it('that do not get through are not called kept where the browser has no room, until it has', async () => {
    const queue = queueOf()
    hasRoom = false
    queue.note('a', at('1'), soon)
    sent[0]!.fail()
    await pass(0)
    expect(words).toEqual(['saving', 'notKept'])
    await pass(2_000)
    sent[1]!.answer({ status: 502, kept: false })
    await pass(0)
    expect(words.at(-1)).toBe('notKept')
    hasRoom = true
    await pass(4_000)
    sent[2]!.fail()
    await pass(0)
    expect(words.at(-1)).toBe('offline')
  })

  it('that the server calls invalid are called so, whatever room the browser has', async () => {
    const queue = queueOf()
    hasRoom = false
    queue.note('a', at('1'), soon)
    sent[0]!.answer({ status: 400, kept: false })
    await pass(0)
    expect(words.at(-1)).toBe('refused')
  })

  it('are called saved where the platform keeps them, whatever room the browser has', async () => {
    const queue = queueOf()
    hasRoom = false
    queue.note('a', at('1'), soon)
    sent[0]!.answer(ok)
    await pass(0)
    expect(words.at(-1)).toBe('saved')
  })

  it('where the platform keeps nothing leave all of it in the browser, however little the last one said', async () => {
    const queue = queueOf()
    queue.note('a', { ...at('7'), 'cmi.suspend_data': 'long' }, soon)
    sent[0]!.answer({ status: 200, kept: false })
    await pass(0)
    queue.leave()
    queue.note('a', { ...at('7'), 'cmi.suspend_data': 'long', 'cmi.exit': 'suspend' }, { finished: true, soon: true })
    expect(sent[1]?.commit.items.a?.changes).toEqual({ 'cmi.exit': 'suspend' })
    sent[1]!.answer({ status: 200, kept: false })
    await pass(0)
    expect(queueOf().state.items.a?.cmi).toEqual({ ...at('7'), 'cmi.suspend_data': 'long', 'cmi.exit': 'suspend' })
  })

  it('that waited are sent by the next visit, unless another device was there later', async () => {
    vi.setSystemTime(10_000)
    const first = queueOf()
    first.note('a', at('7'), soon)
    sent[0]!.fail()
    await pass(0)
    first.stop()
    const state: CoursewareState = { current: 'a', items: { a: { cmi: { ...at('1'), 'cmi.exit': '' }, finished: false } } }
    expect(queueOf({ state, savedAt: 20_000 }).state).toEqual(state)
    const next = queueOf({ state, savedAt: 5_000 })
    expect(next.state.items.a?.cmi).toEqual({ ...at('7'), 'cmi.exit': '' })
    next.flush(false)
    expect(sent.at(-1)?.commit.items.a?.changes).toEqual(at('7'))
  })

  it('that were overtaken while leaving win over the one before them, however late that one arrived', async () => {
    vi.setSystemTime(10_000)
    const first = queueOf()
    first.note('a', at('1'), soon)
    first.note('a', at('2'), { finished: true, soon: true })
    expect(sent.map(({ commit }) => commit.seq)).toEqual([101, 102])
    const stored: CoursewareState = { current: 'a', items: { a: { cmi: at('1'), finished: false } } }
    expect(queueOf({ state: stored, savedAt: 30_000, savedSeq: 101 }).state.items.a).toEqual({ cmi: at('2'), finished: true })
    expect(queueOf({ state: stored, savedAt: 30_000, savedSeq: 102 }).state).toEqual(stored)
    // A platform that gives no numbers: its clock decides.
    expect(queueOf({ state: stored, savedAt: 30_000 }).state).toEqual(stored)
  })

  it('of a launch that another device took over undo nothing there, however late they were made', async () => {
    vi.setSystemTime(30_000)
    const taken = queueOf()
    taken.note('a', at('2'), soon)
    sent[0]!.fail()
    await pass(0)
    taken.stop()
    const stored: CoursewareState = { current: 'a', items: { a: { cmi: at('9'), finished: false } } }
    expect(queueOf({ state: stored, savedAt: 20_000, savedSeq: 500 }).state).toEqual(stored)
  })

  it('are not made of nothing', () => {
    const queue = queueOf()
    queue.flush(true)
    expect(sent).toEqual([])
  })
})
