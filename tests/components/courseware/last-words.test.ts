import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CommitQueue } from '@/components/courseware/commit-queue'
import { noState, type CoursewareCommit } from '@/lib/domain/courseware'

type Sent = { commit: CoursewareCommit; leaving: boolean; answer: (reply: { status: number; kept: boolean }) => void }
let sent: Sent[] = []
let words: string[] = []
const storage = new Map<string, string>()
const kept = { read: (key: string) => storage.get(key) ?? null, write: (key: string, value: string) => Boolean(storage.set(key, value)), remove: (key: string) => void storage.delete(key) }

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  words = []
  storage.clear()
})
afterEach(() => vi.useRealTimers())

const queueOf = (savedSeq = 0) => new CommitQueue({
  state: noState, savedAt: 0, savedSeq, seq: 100, now: () => Date.now(), kept, keptKey: 'k', tell: (word) => void words.push(word),
  post: (body, leaving) => new Promise((resolve) => void sent.push({ commit: JSON.parse(body) as CoursewareCommit, leaving, answer: resolve })),
})
const at = (location: string) => ({ 'cmi.location': location })
const soon = { finished: false, soon: true }
const end = { finished: true, soon: true }

it('what a package says after its launch was over waits for the next one', async () => {
  const queue = queueOf()
  queue.note('a', at('1'), soon)
  queue.note('a', at('2'), { finished: false, soon: false })
  sent[0]!.answer({ status: 410, kept: false })
  await vi.advanceTimersByTimeAsync(0)
  expect(queueOf().state.items.a!.cmi).toEqual(at('2'))
  queue.leave()
  queue.note('a', at('3'), end)
  queue.stay()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent.length, words]).toEqual([1, ['saving', 'over']])
  queueOf(100).flush(false)
  expect(sent[1]?.commit.items).toEqual({ a: { changes: at('3'), finished: true } })
})

it('what a package says after another launch has taken over is not kept', async () => {
  const queue = queueOf()
  queue.note('a', at('1'), soon)
  sent[0]!.answer({ status: 409, kept: false })
  await vi.advanceTimersByTimeAsync(0)
  queue.note('a', at('2'), end)
  expect([sent.length, queueOf().state.items.a!.cmi]).toEqual([1, at('1')])
})
