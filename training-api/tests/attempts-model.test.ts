import fc from 'fast-check'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerReceipts, attempts } from '../db/schema/attempts.ts'
import { examStandings } from '../db/schema/exams.ts'
import { exams, questionsOf, rightAnswers } from './exam-world.ts'
import type { WireQuestion, WireStart } from './exam-world.ts'
import { startTestApi, testMoment } from './support.ts'
import type { Reply, TestApi, TestLearner } from './support.ts'

// Random sequences of calls by two writers and a clock, each against a model that knows nothing but the rules.
// MODEL_RUNS=100000 MODEL_SEED=… makes the long run, MODEL_MINUTES=… ends it by time; a failure prints the seed and the shortest sequence.
const runs = Number(process.env.MODEL_RUNS ?? 40)
const minutes = Number(process.env.MODEL_MINUTES ?? 0)
// A world is left before its learners have so many attempts that looking at them takes long.
const runsOfWorld = 400
const seed = Number(process.env.MODEL_SEED ?? 20_260_310)

let api: TestApi
let learners: TestLearner[]
let key: Map<number, string>
let questions: WireQuestion[]

beforeAll(openWorld, 300_000)
afterAll(() => api.close())

async function openWorld(): Promise<void> {
  api = await startTestApi({ seed: true })
  learners = await Promise.all(Array.from({ length: 4 }, (_, at) => api.loginAs(`learner${110 + at}`, 82)))
  const first = (await learners[0]?.get<WireStart>('/train/examPlanApp/startAnswer', { examPlanId: exams.quick }))?.data as WireStart
  questions = questionsOf(first)
  key = await rightAnswers(api, first.paperId)
}

type Attempt = {
  instanceId: number; answerId: number; startedAt: number; epoch: number; sealed: boolean; ended: 'no' | 'learner' | 'deadline'; endedAt: number
  answers: Map<number, { value: string; seq: number }>; seq: number; receipts: number; operations: Map<string, string>; score: number | null
}
type Model = { attempts: Attempt[]; epochs: [number, number] }
type Real = { who: TestLearner; now: number }

/** How often a sample came to what it is there for: without that it would agree with any rule about it. */
const met = { repeated: 0, reused: 0, superseded: 0, late: 0 }

const minute = 60_000
const endOf = (attempt: Attempt) => attempt.startedAt + minute
const current = (model: Model) => model.attempts.at(-1)
const isOver = (attempt: Attempt, now: number) => now >= endOf(attempt)
const takesLate = (attempt: Attempt, now: number) => !attempt.sealed && isOver(attempt, now) && now < endOf(attempt) + minute
const scoreOf = (attempt: Attempt) => [...attempt.answers].filter(([id, { value }]) => value !== '' && key.get(id) === value).length * 20

/** The server hands in by itself whatever is over when somebody looks. */
function settle(model: Model, now: number): void {
  for (const attempt of model.attempts) {
    if (attempt.ended === 'no' && isOver(attempt, now)) Object.assign(attempt, { ended: 'deadline', endedAt: endOf(attempt) })
    // Graded only when nothing can be taken any more.
    if (attempt.ended === 'deadline' && !attempt.sealed && !takesLate(attempt, now)) Object.assign(attempt, { sealed: true, score: scoreOf(attempt) })
  }
}

const said = (reply: Reply<unknown>) => ({ status: reply.status, code: reply.code, reason: (reply.data as { reason?: string } | null)?.reason })
const fine = { status: 200, code: 0, reason: undefined }
const refused = (reason: string) => ({ status: 200, code: 1, reason })

class Command {
  readonly name: string
  readonly act: (model: Model, real: Real) => Promise<void>
  constructor(name: string, act: (model: Model, real: Real) => Promise<void>) {
    this.name = name
    this.act = act
  }
  check = () => true
  run = (model: Model, real: Real) => this.act(model, real)
  toString = () => this.name
}

const startExam = (writer: 0 | 1) =>
  new Command(`start(${writer})`, async (model, { who, now }) => {
    const open = current(model)
    const reply = await who.get<WireStart>('/train/examPlanApp/startAnswer', { examPlanId: exams.quick })
    expect(said(reply)).toEqual(fine)
    const goesOn = open !== undefined && ((open.ended === 'no' && !isOver(open, now)) || takesLate(open, now))
    // A start looks at the newest attempt only.
    if (open !== undefined && open.ended === 'no') settle({ ...model, attempts: [open] }, now)
    if (goesOn) {
      // What is late is taken from whoever wrote last.
      if (!takesLate(open, now)) open.epoch += 1
      expect(reply.data).toMatchObject({ instanceId: open.instanceId, epoch: open.epoch })
    } else {
      expect(model.attempts.map(({ instanceId }) => instanceId)).not.toContain(reply.data.instanceId)
      model.attempts.push({ instanceId: reply.data.instanceId, answerId: reply.data.answerId, startedAt: now, epoch: 1, sealed: false, ended: 'no', endedAt: 0, answers: new Map(), seq: 0, receipts: 0, operations: new Map(), score: null })
    }
    model.epochs[writer] = reply.data.epoch
    const saved = new Map(reply.data.examAnswerUserRelationList.map(({ questionId, resultIds }) => [questionId, resultIds]))
    expect(saved).toEqual(new Map([...(current(model)?.answers ?? [])].filter(([, { value }]) => value !== '').map(([id, { value }]) => [id, value])))
  })

const takeOver = (writer: 0 | 1) =>
  new Command(`takeOver(${writer})`, async (model, { who }) => {
    const attempt = current(model)
    if (attempt === undefined) return
    const reply = await who.post<{ epoch: number }>('/train/examPlanApp/takeOverAnswer', { instanceId: attempt.instanceId })
    if (attempt.sealed) return expect(said(reply)).toEqual(refused('handedIn')) as unknown as undefined
    attempt.epoch += 1
    expect(reply.data.epoch).toBe(attempt.epoch)
    model.epochs[writer] = attempt.epoch
  })

type Change = { writer: 0 | 1; question: number; choice: 'right' | 'wrong' | 'clear' | 'foreign' | 'tooMany'; seq: number; operation: number; which: number }
const save = (change: Change) =>
  new Command(`save(${JSON.stringify(change)})`, async (model, { who, now }) => {
    const attempt = model.attempts.at(-1 - (change.which % Math.max(1, model.attempts.length)))
    if (attempt === undefined) return
    const question = questions[change.question % questions.length] as WireQuestion
    const right = key.get(question.questionId) ?? ''
    const options = question.optionList.map(({ optionId }) => String(optionId))
    const answer = { right, wrong: options.find((id) => !right.split('&').includes(id)) ?? '', clear: '', foreign: '7', tooMany: options.toSorted().join('&') }[change.choice]
    const epoch = model.epochs[change.writer]
    const operation = `operation-${change.operation}`
    const reply = await who.post<{ outcome: string; receipt?: { link: number } }>('/train/examPlanApp/updateAnswerResult', { answerId: attempt.answerId, questionId: question.questionId, answer, opId: operation, seq: change.seq, epoch })
    const content = `${question.questionId}|${answer}`
    const before = attempt.operations.get(operation)
    if (before !== undefined) {
      met[before === content ? 'repeated' : 'reused'] += 1
      return void expect(said(reply)).toEqual(before === content ? fine : refused('operationReused'))
    }
    if (attempt.sealed) return void expect(said(reply)).toEqual(refused('handedIn'))
    if (isOver(attempt, now) && !takesLate(attempt, now)) return void expect(['handedIn', 'timeOver']).toContain(said(reply).reason)
    if (epoch !== attempt.epoch) return void expect(said(reply)).toEqual(refused('epoch'))
    if (change.choice === 'foreign') return void expect(said(reply)).toEqual(refused('notAnOption'))
    if (change.choice === 'tooMany' && question.questionType !== 2) return void expect(said(reply)).toEqual(refused('tooManyOptions'))
    expect(said(reply)).toEqual(fine)
    if (superseded(attempt, question, change)) {
      met.superseded += 1
      return void expect(reply.data.outcome).toBe('superseded')
    }
    attempt.receipts += 1
    if (isOver(attempt, now)) met.late += 1
    expect(reply.data).toMatchObject({ outcome: 'saved', receipt: { link: attempt.receipts, late: isOver(attempt, now) } })
    attempt.operations.set(operation, content)
    attempt.answers.set(question.questionId, { value: answer, seq: change.seq })
    attempt.seq = Math.max(attempt.seq, change.seq)
  })

/** Whose answer did not come sends the same again, whatever has happened since. */
const saveAgain = (writer: 0 | 1, at: number) =>
  new Command(`saveAgain(${writer}, ${at})`, async (model, { who }) => {
    const attempt = current(model)
    const operations = [...(attempt?.operations ?? [])]
    const [opId, content] = operations[at % operations.length] ?? []
    if (attempt === undefined || content === undefined) return
    const [questionId, answer] = content.split('|')
    const reply = await who.post<{ outcome: string }>('/train/examPlanApp/updateAnswerResult', { answerId: attempt.answerId, questionId, answer, opId, seq: 0, epoch: model.epochs[writer] })
    expect(said(reply)).toEqual(fine)
    expect(reply.data.outcome).toBe('saved')
    met.repeated += 1
  })

const superseded = (attempt: Attempt, { questionId }: WireQuestion, { seq }: Change) => (attempt.answers.get(questionId)?.seq ?? -1) >= seq

const submit = (which: number) =>
  new Command(`submit(${which})`, async (model, { who, now }) => {
    const attempt = model.attempts.at(-1 - (which % Math.max(1, model.attempts.length)))
    if (attempt === undefined) return
    const reply = await who.post<{ userScore: number; repeated: boolean }>('/train/examPlanApp/submitPaper', { instanceId: attempt.instanceId, answerId: attempt.answerId })
    expect(said(reply)).toEqual(fine)
    const before = attempt.ended
    if (before === 'no') Object.assign(attempt, { ended: isOver(attempt, now) ? 'deadline' : 'learner', endedAt: Math.min(now, endOf(attempt)), score: scoreOf(attempt) })
    if (!attempt.sealed) attempt.score = scoreOf(attempt)
    attempt.sealed = true
    expect(reply.data).toMatchObject({ userScore: attempt.score, repeated: before !== 'no' })
  })

const wait = (seconds: number) =>
  new Command(`wait(${seconds})`, async (_model, real) => {
    real.now += seconds * 1000
    api.clock.set(new Date(real.now))
  })

const sweep = new Command('sweep', async (model, { now }) => {
  await api.runJob('handInOverdue')
  settle(model, now)
})

const look = new Command('look', async (model, { who, now }) => {
  const reply = await who.get<{ useRecord: { id: number; score: number | null; answerStatus: number }[]; useNumber: number }>('/train/examPlanApp/info', { examPlanId: exams.quick })
  settle(model, now)
  const known = new Set(model.attempts.map(({ instanceId }) => instanceId))
  expect(reply.data.useRecord.filter(({ id }) => known.has(id)).map(({ id, score, answerStatus }) => ({ id, score, answerStatus }))).toEqual(
    model.attempts.toReversed().map(({ instanceId, score, ended }) => ({ id: instanceId, score, answerStatus: ended === 'no' ? 4 : 7 })),
  )
})

const writer = fc.constantFrom<0 | 1>(0, 1)
const change = fc.record<Change>({
  writer,
  // What comes twice is where the rules are: one question of all is changed again and again.
  question: fc.oneof(fc.constant(0), fc.nat(4)),
  choice: fc.oneof({ weight: 4, arbitrary: fc.constant('right' as const) }, fc.constantFrom('wrong' as const, 'clear' as const, 'foreign' as const, 'tooMany' as const)),
  seq: fc.oneof(fc.nat(12), fc.nat(2)),
  operation: fc.oneof(fc.nat(200), fc.nat(2)),
  which: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat(2)),
})
const calls = [
  writer.map(startExam), writer.map(startExam), writer.map(takeOver), change.map(save), change.map(save), change.map(save), change.map(save), change.map(save), change.map(save), fc.tuple(writer, fc.nat(9)).map(([by, at]) => saveAgain(by, at)),
  fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(2)).map(submit), fc.oneof(fc.constantFrom(1, 5, 29, 31, 59, 60, 61, 119, 121), fc.constant(60)).map(wait), fc.constant(sweep), fc.constant(look),
]
// Most faults need few calls; one sequence in four is long.
const commands = fc.oneof({ weight: 3, arbitrary: fc.commands(calls, { maxCommands: 12, size: 'max' }) }, { weight: 1, arbitrary: fc.commands(calls, { maxCommands: 40, size: 'max' }) })

test('no sequence of calls finds a state the rules do not know', async () => {
  let turn = 0
  let now = testMoment.getTime()
  let loggedInAt = now
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      turn += 1
      if (turn % runsOfWorld === 0) {
        await api.close()
        await openWorld()
        now = testMoment.getTime()
        loggedInAt = now
      }
      const who = learners[turn % learners.length] as TestLearner
      // Whatever the last sequence left open is over by now.
      now += 10 * minute
      if (now - loggedInAt > 10 * 3_600_000) {
        now = await begin()
        loggedInAt = now
      }
      api.clock.set(new Date(now))
      await api.runJob('handInOverdue')
      const real: Real = { who, now }
      const model: Model = { attempts: [], epochs: [0, 0] }
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      now = real.now
      await agree(model, who)
    }),
    { numRuns: runs, seed, endOnFailure: runs > 1000, ...(minutes > 0 ? { interruptAfterTimeLimit: minutes * 60_000 } : {}) },
  )
  if (runs > 1000) process.stdout.write(`${turn} sequences, seed ${seed}, ${JSON.stringify(met)}\n`)
  // Fewer are a failure that is looked at again.
  if (runs >= 40) for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThan(0)
}, Math.max(60_000, runs * 2_000))

/** Logs in anew, as the day has passed. */
async function begin(): Promise<number> {
  const started = api.clock.now().getTime() + minute
  learners = await Promise.all(Array.from({ length: 4 }, (_, at) => api.loginAs(`learner${110 + at}`, 82)))
  return started
}

/** What the database holds of the attempts of a model, and their chains of receipts. */
async function agree(model: Model, who: TestLearner): Promise<void> {
  const ids = model.attempts.map(({ instanceId }) => instanceId)
  if (ids.length === 0) return
  const rows = await api.db.select().from(attempts).where(and(eq(attempts.tenantId, 82), inArray(attempts.attemptId, ids)))
  const links = await api.db.select().from(answerReceipts).where(and(eq(answerReceipts.tenantId, 82), inArray(answerReceipts.attemptId, ids)))
  for (const attempt of model.attempts) {
    const row = rows.find(({ attemptId }) => attemptId === attempt.instanceId)
    expect(row).toMatchObject({ epoch: attempt.epoch, sealed: attempt.sealed, score: attempt.score, receiptCount: attempt.receipts, lastSeq: attempt.seq, status: attempt.ended === 'no' ? 'running' : 'finished' })
    if (attempt.ended !== 'no') expect(row?.submittedAt?.getTime()).toBe(attempt.endedAt)
    const chain = links.filter(({ attemptId }) => attemptId === attempt.instanceId).toSorted((a, b) => a.link - b.link)
    expect(chain.map(({ link }) => link)).toEqual(Array.from({ length: attempt.receipts }, (_, at) => at + 1))
    for (const [at, { previousHash }] of chain.entries()) expect(previousHash).toBe(chain[at - 1]?.hash ?? '0'.repeat(64))
  }
  const [standing] = await api.db.select().from(examStandings).where(and(eq(examStandings.tenantId, 82), eq(examStandings.learnerId, who.userId), eq(examStandings.examId, exams.quick)))
  const all = await api.db.select().from(attempts).where(and(eq(attempts.tenantId, 82), eq(attempts.learnerId, who.userId), eq(attempts.examId, exams.quick)))
  expect(all.filter(({ status }) => status === 'running').length).toBeLessThanOrEqual(1)
  expect(standing?.attemptsUsed).toBe(all.length)
  expect(standing?.bestScore ?? -1).toBe(Math.max(-1, ...all.map(({ score }) => score ?? -1)))
}
