// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { StudyReporter } from '@/components/study/study-visit'
import { judgeBeat } from '@/training-api/rules/study'
import { begin, eachFromNothing, pass, platform, section, studying } from './studying'

eachFromNothing()

/** The platform with the ledger of the training API: what became of the time between the signs of life of each visit, in minutes. */
function ledgerOf(api: ReturnType<typeof platform>) {
  const seconds: Record<string, number> = {}
  let previousAt: Date | null = null
  let countedSeconds = 0
  const add = (what: string, more: number) => void (seconds[what] = (seconds[what] ?? 0) + more)
  const reporter: StudyReporter = {
    ...api.reporter,
    start: async (visit, name) => {
      const report = await api.reporter.start(visit, name)
      previousAt = new Date()
      countedSeconds = 0
      return report
    },
    end: async (visit, minutes, leaving) => {
      const report = await api.reporter.end(visit, minutes, leaving)
      previousAt = null
      return report
    },
    beat: async (visit, beat, leaving) => {
      const answer = await api.reporter.beat(visit, beat, leaving)
      if (previousAt === null) return 'gone'
      const verdict = judgeBeat({ ...beat, previousAt, at: new Date(), countedSeconds })
      previousAt = new Date()
      countedSeconds += verdict.countedSeconds
      add('counted', verdict.countedSeconds)
      if (verdict.reason) add(verdict.reason, verdict.notCountedSeconds)
      return answer
    },
  }
  // A second more or less is in the roundings of both sides.
  const minutes = () => Object.fromEntries(Object.entries(seconds).map(([what, sum]) => [what, Math.round(sum / 60)] as const).filter(([, sum]) => sum > 0))
  return { reporter, minutes }
}

const MINUTE = 60_000

describe('the reasons in the ledger', () => {
  it('say of a video that it was paused, when it goes on', async () => {
    const api = platform()
    const { reporter, minutes } = ledgerOf(api)
    const { session } = studying(api, reporter)
    await begin(session, section('A', { mode: 'playing' }))
    session.tell({ type: 'play', playing: true })
    await pass(MINUTE)
    session.tell({ type: 'play', playing: false })
    await pass(10 * MINUTE)
    session.tell({ type: 'play', playing: true })
    await pass(MINUTE + 1_000)
    expect(minutes()).toEqual({ counted: 2, paused: 10 })
  })

  it('say of a document that it was left alone, then hidden', async () => {
    const api = platform()
    const { reporter, minutes } = ledgerOf(api)
    const { session } = studying(api, reporter)
    await begin(session, section('A'))
    await pass(5 * MINUTE + 10 * MINUTE)
    session.tell({ type: 'visible', visible: false })
    session.flush()
    await pass(20 * MINUTE)
    session.tell({ type: 'visible', visible: true })
    await pass(MINUTE + 1_000)
    expect(minutes()).toEqual({ counted: 6, idle: 10, hidden: 20 })
  })

  it.each(['leaves', 'goes on to another section', 'closes the page'])('say why time stood when the learner %s in a pause, before the end', async (how) => {
    const api = platform()
    const { reporter, minutes } = ledgerOf(api)
    const { session } = studying(api, reporter)
    await begin(session, section('A', { mode: 'playing' }))
    session.tell({ type: 'play', playing: true })
    await pass(2 * MINUTE)
    session.tell({ type: 'play', playing: false })
    await pass(10 * MINUTE)
    if (how === 'leaves') await session.leave()
    else if (how === 'closes the page') session.pageHides()
    else session.enter(section('B'))
    await pass(10)
    expect(minutes()).toEqual({ counted: 2, paused: 10 })
    expect(api.said.findIndex((line) => line.startsWith('end A 2'))).toBe(api.said.findLastIndex((line) => line.startsWith('beat A')) + 1)
  })

  it.each([['ends after it', false, ['beat A 1 paused 0', 'end A 0 leaving']], ['ends at once when the page goes meanwhile', true, ['end A 0 leaving', 'beat A 1 paused 0']]])('are on their way for long when the learner leaves: the visit %s', async (_, hides, said) => {
    const api = platform()
    const slow: StudyReporter = { ...api.reporter, beat: async (...given) => { await new Promise((done) => setTimeout(done, 500)); return api.reporter.beat(...given) } }
    const { session } = studying(api, slow)
    await begin(session, section('A', { mode: 'playing' }))
    await pass(MINUTE)
    const left = session.leave()
    await pass(10)
    if (hides) session.pageHides()
    await pass(1_000)
    await left
    expect(api.said.slice(1)).toEqual(said)
  })

  it('lose no second that a sign of life could not tell', async () => {
    const api = platform()
    const { reporter, minutes } = ledgerOf(api)
    const { session } = studying(api, reporter)
    await begin(session, section('A', { mode: 'playing' }))
    session.tell({ type: 'play', playing: true })
    api.cut()
    await pass(3 * MINUTE)
    session.tell({ type: 'play', playing: false })
    await pass(5 * MINUTE)
    api.mend()
    session.tell({ type: 'play', playing: true })
    await pass(MINUTE + 1_000)
    expect(minutes()).toEqual({ counted: 4, paused: 5 })
  })

  it('are not told of a pause of less than a second, nor of a visit that the platform does not know', async () => {
    const api = platform()
    const { session } = studying(api)
    await begin(session, section('A', { mode: 'playing' }))
    session.tell({ type: 'play', playing: true })
    await pass(5_000)
    session.tell({ type: 'play', playing: false })
    await pass(300)
    session.tell({ type: 'play', playing: true })
    await pass(100)
    api.cut()
    session.enter(section('B'))
    await pass(MINUTE)
    await session.leave()
    expect(api.said.filter((line) => line.startsWith('beat'))).toHaveLength(1)
  })
})
