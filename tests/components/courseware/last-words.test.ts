import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CommitQueue } from '@/components/courseware/commit-queue'
import { noState, type CoursewareCommit, type CoursewareState } from '@/lib/domain/courseware'

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

const queueOf = (savedSeq = 0, state: CoursewareState = noState) => new CommitQueue({
  state, savedAt: state === noState ? 0 : Date.now() + 1_000, savedSeq, seq: 100, now: () => Date.now(), kept, keptKey: 'k', tell: (word) => void words.push(word),
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

const large = { 'cmi.suspend_data': '安'.repeat(22_000), 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' }
it('of more than outlives the page the result goes ahead, and the whole after it under a higher number', async () => {
  const queue = queueOf()
  queue.leave()
  queue.note('a', large, end)
  const result = { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' }
  expect(sent.map(({ commit, leaving }) => [commit.seq, leaving, commit.items.a])).toEqual([[101, true, { changes: result, finished: true }], [102, true, { changes: large, finished: true }]])
  sent[0]!.answer({ status: 200, kept: true })
  await vi.advanceTimersByTimeAsync(0)
  // Only the whole is the whole: until it is known to have come it is said again, also when the result has been kept.
  expect(queueOf(101).state.items.a).toEqual({ cmi: large, finished: true })
})

it.each([['stays', false, large], ['leaves with little', true, { ...large, 'cmi.suspend_data': 'x' }]])('a page that %s says everything at once', (_, leaves, cmi) => {
  const queue = queueOf()
  if (leaves) queue.leave()
  queue.note('a', cmi, leaves ? end : soon)
  expect(sent.map(({ commit }) => commit.items.a!.changes)).toEqual([cmi])
})

it('a page that leaves with much and without a result says everything at once', () => {
  const queue = queueOf()
  queue.note('a', { 'cmi.suspend_data': large['cmi.suspend_data'] }, { finished: false, soon: false })
  queue.flush(true)
  expect(sent.map(({ commit }) => commit.items.a!.changes)).toEqual([{ 'cmi.suspend_data': large['cmi.suspend_data'] }])
})

it('what the server called invalid is there at the next visit, also after a last word that got through and says nothing of it', async () => {
  const queue = queueOf()
  queue.note('a', large, soon)
  sent[0]!.answer({ status: 400, kept: false })
  await vi.advanceTimersByTimeAsync(0)
  queue.leave()
  queue.note('a', { ...large, ...at('2') }, end)
  expect(sent[1]?.commit.items).toEqual({ a: { changes: at('2'), finished: true } })
  const stored: CoursewareState = { current: 'a', items: { a: { cmi: at('2'), finished: true } } }
  expect(queueOf(102, stored).state.items.a).toEqual({ cmi: { ...large, ...at('2') }, finished: true })
  expect(queueOf(103, stored).state, 'another device was there since').toEqual(stored)
})
