import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Cut, databasePart, killedExam, Refused } from './answer-kill-stage.ts'
import type { Change, Door, HandedIn, Opened, Part, Ref, Stage } from './answer-kill-stage.ts'

/**
 * What a loop of kills under takers found. `missing`: acknowledged answers that are gone; `twice`: hand-ins that were
 * told differently the second time; `faults`: replies and rows that no rule explains; `kills`: of each part.
 */
export type AnswerKillReport = { rounds: number; kills: Record<string, number>; answers: number; handIns: number; missing: number; twice: number; faults: string[]; /** The longest from a restart until every taker had been answered. */ slowestSeconds: number }

type Options = { stage: Stage; rounds: number; takers: number; seed: number; onRound?: (report: AnswerKillReport) => void }

/** A random number generator with a seed: 0 ≤ n < 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Kills parts of a stage with SIGKILL at random moments while learners answer and hand in; every acknowledgement must hold. */
export async function answerKillLoop({ stage, rounds, takers: count, seed, onRound = () => {} }: Options): Promise<AnswerKillReport> {
  const report: AnswerKillReport = { rounds: 0, kills: Object.fromEntries(stage.parts.map(({ name }) => [name, 0])), answers: 0, handIns: 0, missing: 0, twice: 0, faults: [], slowestSeconds: 0 }
  const random = randomOf(seed)
  const gate = new Gate()
  try {
    await openWindows(stage)
    await bringUp(stage.parts)
    const takers = await Promise.all(Array.from({ length: count }, async (_, at) => {
      const account = `learner${String(at + 1).padStart(3, '0')}`
      return new Taker(gate, account, await stage.doorFor(account, at), randomOf(seed + at + 1), report)
    }))
    gate.open()
    const working = takers.map((taker) => taker.work())
    for (let round = 0; round < rounds; round += 1) {
      await acknowledged(report)
      await pause(random() * 1000)
      const victims = chosen(stage.parts, random)
      gate.close()
      await Promise.all(victims.map((part) => part.kill()))
      for (const { name } of victims) report.kills[name] = (report.kills[name] ?? 0) + 1
      const endedAt = performance.now()
      await bringUp(victims)
      await Promise.all(takers.map((taker) => taker.check()))
      report.slowestSeconds = Math.max(report.slowestSeconds, Math.round((performance.now() - endedAt) / 100) / 10)
      gate.open()
      report.rounds += 1
      onRound(report)
    }
    for (const taker of takers) taker.stopped = true
    await Promise.all(working)
    await Promise.all(takers.map((taker) => taker.check()))
    // What holds the database itself stays up for the look into it.
    for (const part of stage.parts.filter(({ name }) => name !== databasePart).toReversed()) await part.stop()
    await checkRows(stage, takers, report)
    return report
  } finally {
    for (const part of stage.parts.toReversed()) await part.kill()
    await stage.close()
  }
}

/** One of the parts, or in every fourth round all of them at once. */
function chosen(parts: readonly Part[], random: () => number): readonly Part[] {
  const one = parts[Math.floor(random() * parts.length)]
  return random() < 0.25 || one === undefined ? parts : [one]
}

/** Starts parts: the database first, without which the others do not come up, then the others together. */
async function bringUp(parts: readonly Part[]): Promise<void> {
  for (const part of parts.filter(({ name }) => name === databasePart)) await part.start()
  await Promise.all(parts.filter(({ name }) => name !== databasePart).map((part) => part.start()))
}

/** Waits until something is acknowledged, so that every round kills a server at work. */
async function acknowledged(report: AnswerKillReport): Promise<void> {
  const before = report.answers + report.handIns
  for (let waited = 0; waited < 60_000 && report.answers + report.handIns === before; waited += 10) await pause(10)
}

/** Whether takers may call, or have to wait. */
class Gate {
  #opening = Promise.withResolvers<void>()

  close(): void {
    this.#opening = Promise.withResolvers<void>()
  }

  open(): void {
    this.#opening.resolve()
  }

  passed(): Promise<void> {
    return this.#opening.promise
  }
}

const triesOfCheck = 50

class Taker {
  stopped = false
  /** Hashes of the receipts that were acknowledged. */
  readonly receipts: string[] = []
  readonly account: string
  readonly #gate: Gate
  readonly #door: Door
  readonly #random: () => number
  readonly #report: AnswerKillReport
  /** What is acknowledged, by question; and what was sent without an answer yet. */
  #acknowledged = new Map<string, string>()
  #pending: Change | null = null
  #paper: Opened | null = null
  #handingIn = false
  #handedIn: { ref: Ref; told: HandedIn } | null = null

  constructor(gate: Gate, account: string, door: Door, random: () => number, report: AnswerKillReport) {
    this.#gate = gate
    this.account = account
    this.#door = door
    this.#random = random
    this.#report = report
  }

  /** Answers and hands in until it is told to stop; what fails on the way is sent again. */
  async work(): Promise<void> {
    while (!this.stopped) {
      await this.#gate.passed()
      try {
        if (this.#paper === null) await this.#start()
        else if (this.#handingIn || this.#random() < 0.04) await this.#submit(this.#paper)
        else await this.#save(this.#paper)
      } catch (fault) {
        if (fault instanceof Cut) await pause(5)
        // An opening of which nobody heard has made another writer.
        else if (fault instanceof Refused && fault.reason === 'epoch') this.#paper = null
        else this.#fault(fault)
      }
    }
  }

  async #start(): Promise<void> {
    this.#paper = await this.#door.start()
    this.#acknowledged = new Map()
    this.#pending = null
  }

  async #save(paper: Opened): Promise<void> {
    const change = this.#pending ?? this.#change(paper)
    this.#pending = change
    const { outcome, receipt } = await this.#door.save(paper, change)
    if (outcome !== 'saved') this.#fault(`a save was ${outcome}`)
    if (receipt !== null) this.receipts.push(receipt)
    this.#acknowledged.set(change.questionId, change.optionIds.join('&'))
    this.#pending = null
    this.#report.answers += 1
  }

  #change(paper: Opened): Change {
    const question = paper.questions[Math.floor(this.#random() * paper.questions.length)]
    if (question === undefined) throw new Error('The paper has no questions.')
    const options = question.optionIds.toSorted((one, other) => Number(one) - Number(other))
    const at = Math.floor(this.#random() * options.length)
    const optionIds = question.isMultiple ? options.slice(at) : options.slice(at, at + 1)
    paper.seq += 1
    return { opId: `chaos-${paper.ref.attemptId}-${paper.seq}`, seq: paper.seq, questionId: question.id, optionIds: this.#random() < 0.05 ? [] : optionIds }
  }

  async #submit({ ref }: Opened): Promise<void> {
    this.#handingIn = true
    this.#handedIn = { ref, told: await this.#door.handIn(ref) }
    this.#report.handIns += 1
    this.#handingIn = false
    this.#paper = null
  }

  /** Whether everything that was acknowledged is still there. */
  async check(): Promise<void> {
    const paper = this.#paper
    if (paper !== null && !this.#handingIn) {
      const taken = await this.#insisted(() => this.#door.takeOver(paper))
      if (taken !== null) {
        paper.epoch = taken.epoch
        for (const [questionId, answer] of this.#acknowledged) {
          const there = taken.saved.get(questionId) ?? ''
          const onItsWay = this.#pending?.questionId === questionId && there === this.#pending.optionIds.join('&')
          if (there !== answer && !onItsWay) this.#report.missing += 1
        }
      }
    }
    if (this.#handedIn === null) return
    const { ref, told } = this.#handedIn
    const again = await this.#insisted(() => this.#door.handIn(ref))
    if (again === null) return
    const differs = (one: unknown, other: unknown) => one !== null && other !== null && one !== other
    if (!again.repeated || differs(again.number, told.number) || differs(again.score, told.score)) this.#report.twice += 1
  }

  /** The answer of a call that is made until there is one; everything is up, so it must come soon. */
  async #insisted<T>(call: () => Promise<T>): Promise<T | null> {
    let last: unknown = null
    for (let tries = 0; tries < triesOfCheck; tries += 1) {
      try {
        return await call()
      } catch (fault) {
        last = fault
        if (!(fault instanceof Cut)) break
        await pause(100)
      }
    }
    this.#fault(last)
    return null
  }

  #fault(what: unknown): void {
    if (this.#report.faults.length < 100) this.#report.faults.push(`${this.account}: ${what instanceof Error ? what.message : String(what)}`)
  }
}

async function openWindows(stage: Stage): Promise<void> {
  const { db, close } = await stage.open()
  await db.execute(sql`update exams set ends_at = now() + interval '1 year', answer_minutes = 600 where tenant_id = 82 and exam_id = ${killedExam.examId}`)
  await close()
}

/** Whether the rows agree with what was acknowledged, and with each other. */
async function checkRows(stage: Stage, takers: readonly Taker[], report: AnswerKillReport): Promise<void> {
  const { db, close } = await stage.open()
  try {
    const known = takers.flatMap(({ receipts }) => receipts)
    const [lost] = (await db.execute<{ lost: number }>(sql`select count(*) as lost from unnest(${sql.param(known)}::text[]) h where not exists (select 1 from answer_receipts r where r.hash = h)`)).rows
    report.missing += lost?.lost ?? 0
    const findings = {
      'two running attempts': sql`select 1 from attempts where status = 'running' group by tenant_id, learner_id, exam_id, place_id having count(*) > 1`,
      'a broken chain': sql`
        select 1 from answer_receipts r left join answer_receipts b on b.tenant_id = r.tenant_id and b.attempt_id = r.attempt_id and b.link = r.link - 1
        where r.previous_hash <> coalesce(b.hash, repeat('0', 64)) or (r.link > 1 and b.hash is null)`,
      'a head that is not the last receipt': sql`
        select 1 from attempts a where a.receipt_count > 0 and a.receipt_head is distinct from (select hash from answer_receipts r where r.tenant_id = a.tenant_id and r.attempt_id = a.attempt_id order by link desc limit 1)`,
      'an answer without its receipt': sql`
        select 1 from attempt_answers x where x.operation_id is not null and not exists (select 1 from answer_receipts r where r.tenant_id = x.tenant_id and r.attempt_id = x.attempt_id and r.operation_id = x.operation_id)`,
      'attempts counted wrong': sql`
        select 1 from exam_standings s left join (select tenant_id, learner_id, exam_id, place_id, count(*) n from attempts group by 1, 2, 3, 4) a using (tenant_id, learner_id, exam_id, place_id) where s.attempts_used <> coalesce(a.n, 0)`,
      'learners counted twice': sql`
        select 1 from exam_averages g join (select tenant_id, exam_id, count(distinct learner_id) n from attempts where score is not null group by 1, 2) a using (tenant_id, exam_id) where g.learners <> a.n`,
      'statistics that are not of the best attempts': sql`
        with best as (select distinct on (a.tenant_id, a.exam_id, a.learner_id) a.tenant_id, a.exam_id, a.attempt_id from attempts a where a.score is not null order by a.tenant_id, a.exam_id, a.learner_id, a.score desc, a.used_ms, a.attempt_id),
        counted as (select b.tenant_id, b.exam_id, x.question_id, count(*) n from best b join attempt_answers x using (tenant_id, attempt_id) where x.option_ids <> '' group by 1, 2, 3)
        select 1 from counted c full join (select * from question_statistics where exam_id <> 0 and answers > 0) s using (tenant_id, exam_id, question_id) where c.n is distinct from s.answers`,
    }
    for (const [what, query] of Object.entries(findings)) if ((await db.execute(query)).rows.length > 0) report.faults.push(what)
  } finally {
    await close()
  }
}
