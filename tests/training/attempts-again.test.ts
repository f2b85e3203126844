import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ExamPlace, StartOutcome } from '@/lib/domain/attempts'
import type { Learner } from '@/lib/domain/learner'
import { handIn, lookAtAttempt, startAttempt } from '@/lib/training/attempts'
import { startAgain } from '@/lib/training/attempts-again'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const theory: ExamPlace = { origin: 'standalone', examId: '8001', paperId: '8200' }
const call = (name: string) => `${UPSTREAM}/train/examPlanApp/${name}`
let presses = 0
const press = (attemptId: string | null = null) => ({ place: theory, intentId: `again-${String((presses += 1)).padStart(6, '0')}`, attemptId })
const opened = (outcome: StartOutcome) => {
  if (!outcome.started) throw new Error(outcome.why)
  return outcome.attempt
}
const clock = () => platform.api().clock
const later = (minutes: number) => clock().advance({ minutes })
/** By the clock of the platform, as the page's own runs beside it. */
const again = (who: Learner, start: ReturnType<typeof press>, minutes: number) => startAgain(who, { ...start, sinceMs: minutes * 60_000 })
afterEach(() => platform.server.resetHandlers())

const unsure = { started: false, why: 'unsure', words: '', ref: null }

describe('a beginning that is sent again by itself', () => {
  it('opens the attempt that it has begun unheard, minutes later and once', async () => {
    const who = await platform.learner('learner061', 82)
    const start = press()
    const { ref } = opened(await startAttempt(who, start))
    later(5)
    expect(opened(await again(who, start, 6))).toMatchObject({ ref, standing: { epoch: 1 } })
    expect(opened(await again(who, start, 6))).toMatchObject({ ref, standing: { epoch: 1 } })
  })

  it('opens what it has begun, or says that it is handed in, however old the press is, and begins nothing by an old one', async () => {
    const who = await platform.learner('learner067', 82)
    const start = press()
    const { ref, standing } = opened(await startAttempt(who, start))
    later(30)
    expect(opened(await again(who, start, 31))).toMatchObject({ ref, standing: { epoch: 1 } })
    expect(await again(who, press(), 6)).toEqual(unsure)
    await handIn(who, { place: theory, ref, epoch: standing.epoch })
    expect(await again(who, start, 90)).toMatchObject({ started: false, why: 'handedIn', ref })
    later(5)
    const old = press()
    expect(await again(who, old, 6)).toEqual(unsure)
    // The press itself, anew.
    expect(opened(await startAttempt(who, press())).ref).not.toEqual(ref)
  })

  it('begins the attempt that nobody has begun', async () => {
    const who = await platform.learner('learner062', 82)
    expect(opened(await again(who, press(), 5)).standing.epoch).toBe(1)
  })

  it('goes on with the attempt that ran before it was first sent, as of a page that was loaded anew meanwhile', async () => {
    const who = await platform.learner('learner063', 82)
    const { ref } = opened(await startAttempt(who, press()))
    later(5)
    expect(opened(await again(who, press(), 1))).toMatchObject({ ref, standing: { epoch: 2 } })
  })

  it('takes no attempt from another device, where it has begun since, and begins no other when that is handed in', async () => {
    const who = await platform.learner('learner064', 82)
    const laptop = opened(await startAttempt(who, press()))
    later(1)
    const phone = press()
    expect(await again(who, phone, 2)).toEqual(unsure)
    const key = { place: theory, ref: laptop.ref, epoch: laptop.standing.epoch }
    expect(await lookAtAttempt(who, key)).toMatchObject({ status: 'running', epoch: 1 })
    await handIn(who, key)
    expect(await again(who, phone, 2)).toEqual(unsure)
    // One that was over before is another matter.
    later(5)
    expect(opened(await again(who, phone, 1)).ref).not.toEqual(laptop.ref)
  })

  it.each([['named', true], ['not named', false]])('takes no attempt from another device that has gone on with it since (%s), and takes one that was open there before', async (_, isNamed) => {
    const who = await platform.learner(isNamed ? 'learner059' : 'learner060', 82)
    const { ref } = opened(await startAttempt(who, press()))
    later(5)
    opened(await startAttempt(who, press()))
    later(2)
    const phone = press(isNamed ? ref.attemptId : null)
    expect(await again(who, phone, 3)).toEqual(unsure)
    expect(opened(await again(who, phone, 1))).toMatchObject({ ref, standing: { epoch: 3 } })
    // Its own right is no newer one's.
    opened(await startAttempt(who, press()))
    later(10)
    expect(opened(await again(who, phone, 11))).toMatchObject({ ref, standing: { epoch: 3 } })
  })

  /** A platform that does not tell when a paper was opened. */
  const withoutOpenings = http.get(call('answerClock'), async ({ request }) => {
    const { data, ...reply } = (await (await platform.api().app.fetch(request)).json()) as { data: object }
    return HttpResponse.json({ ...reply, data: { ...data, openedAt: undefined } })
  })

  it('counts from its press, whatever the exam is waited for, and by whole seconds', async () => {
    platform.server.use(withoutOpenings)
    const who = await platform.learner('learner058', 82)
    const moment = clock().now().getTime()
    clock().set(new Date(moment + 800))
    opened(await startAttempt(who, press()))
    clock().set(new Date(moment + 900))
    expect(await startAgain(who, { ...press(), sinceMs: 200 })).toEqual(unsure)
    let waited = 0
    const now = Date.now
    const spy = vi.spyOn(Date, 'now').mockImplementation(() => now() + waited)
    onTestFinished(() => spy.mockRestore())
    platform.server.use(http.get(call('info'), ({ request }) => {
      if (waited === 0) clock().set(new Date(moment + 900 + (waited = 6_000)))
      return platform.api().app.fetch(request)
    }))
    expect([await startAgain(who, { ...press(), sinceMs: 200 }), waited]).toEqual([unsure, 6_000])
  })

  it.each(['info', 'answerClock'])('may pass where what comes before the paper cannot be read (%s)', async (name) => {
    const who = await platform.learner('learner057', 82)
    const start = press()
    opened(await startAttempt(who, start))
    platform.server.use(http.get(call(name), () => HttpResponse.html('<h1>maintenance</h1>')))
    await expect(again(who, start, 1)).rejects.toMatchObject({ code: 'failed' })
  })

  const plain = { title: 'x', examType: 1, answerTime: 45, paperId: 8200, useRecord: [{ id: 6, answerId: 5, score: null, startTime: '2026-03-10 09:58:00' }] }
  it.each([['no intents', () => HttpResponse.json({ code: 0, msg: null, data: plain })], ['nothing of the exam', () => HttpResponse.json({ code: 0, msg: null, data: null })]])('is not sent to a platform that tells %s', async (_, reply) => {
    let asked = 0
    platform.server.use(http.get(call('info'), reply), http.get(call('startAnswer'), () => void (asked += 1)))
    const who = await platform.learner('learner065', 82)
    expect([await again(who, press(), 1), asked]).toEqual([unsure, 0])
  })

  it.each([['that may be gone on with', '6', 1], ['that may begin', null, 0]])('waits for a platform that cannot be asked, also for an attempt %s', async (_, attemptId, most) => {
    let asked = 0
    const who = await platform.learner('learner066', 82)
    platform.server.use(http.get(call('startAnswer'), () => void (asked += 1)), http.get(call('info'), () => HttpResponse.json({}, { status: 503 })))
    await expect(again(who, press(attemptId), 1)).rejects.toMatchObject({ code: 'failed' })
    expect(asked).toBe(0)
    platform.server.resetHandlers()
    platform.server.use(http.get(call('startAnswer'), () => void (asked += 1)), http.get(call('info'), () => HttpResponse.json({ code: 0, msg: null, data: plain })))
    await again(who, press(attemptId), 1).catch(() => undefined)
    expect(asked).toBe(most)
  })
})
