import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { randomOf } from '../../scripts/chaos/random.mjs'
import type { Db } from '../db/client.ts'
import { checkRows } from './answer-kill-rows.ts'
import { databasePart, killedExam, lateSentence } from './answer-kill-stage.ts'
import type { Part, Stage } from './answer-kill-stage.ts'
import { Gate, Taker } from './answer-kill-taker.ts'

/**
 * What a loop of kills under takers found. `missing`: acknowledged answers and hand-ins that are gone; `twice`: hand-ins that were told
 * differently the second time; `faults`: replies, rows and ends that no rule explains, and takers who waited too long; `kills`: of each part.
 */
export type AnswerKillReport = { rounds: number; kills: Record<string, number>; answers: number; handIns: number; missing: number; twice: number; faults: string[]; /** The longest from the moment when everything was up again until a taker had been answered. */ slowestSeconds: number }

type Options = { stage: Stage; rounds: number; takers: number; seed: number; /** How long one waits for somebody who is late. */ patienceMs?: number; onRound?: (report: AnswerKillReport) => void; /** Looks at the database when nobody is at work any more. */ look?: (db: Db) => Promise<void> }

/** Kills parts of a stage with SIGKILL at random moments while learners answer and hand in; every acknowledgement must hold. */
export async function answerKillLoop({ stage, rounds, takers: count, seed, patienceMs = 60_000, onRound = () => {}, look = async () => {} }: Options): Promise<AnswerKillReport> {
  const report: AnswerKillReport = { rounds: 0, kills: Object.fromEntries(stage.parts.map(({ name }) => [name, 0])), answers: 0, handIns: 0, missing: 0, twice: 0, faults: [], slowestSeconds: 0 }
  const random = randomOf(seed)
  const gate = new Gate()
  const noteAccidents = () => report.faults.push(...stage.parts.flatMap((part) => part.accidents()))
  try {
    await openWindows(stage)
    await bringUp(stage.parts)
    const takers = await Promise.all(Array.from({ length: count }, async (_, at) => {
      const account = `learner${String(at + 1).padStart(3, '0')}`
      return new Taker({ gate, account, door: await stage.doorFor(account, at), random: randomOf(seed + at + 1), tally: report })
    }))
    gate.open()
    const working = takers.map((taker) => taker.work())
    for (let round = 0; round < rounds; round += 1) {
      if (!(await isAtWork(report, patienceMs))) report.faults.push('nobody was at work before a kill')
      noteAccidents()
      await pause(random() * 1000)
      const victims = chosen(stage.parts, random)
      gate.close()
      await Promise.all(victims.map((part) => part.kill()))
      for (const { name } of victims) report.kills[name] = (report.kills[name] ?? 0) + 1
      await bringUp(victims)
      const upAt = performance.now()
      for (const taker of takers) taker.heardAt = null
      await Promise.all(takers.map((taker) => taker.check()))
      gate.open()
      for (const taker of takers) {
        const seconds = await secondsUntilHeard(taker, upAt, patienceMs)
        const late = lateSentence(taker.account, seconds)
        if (late !== null) report.faults.push(late)
        report.slowestSeconds = Math.max(report.slowestSeconds, Math.round((seconds ?? patienceMs / 1000) * 10) / 10)
      }
      report.rounds += 1
      onRound(report)
    }
    for (const taker of takers) taker.stopped = true
    await Promise.all(working)
    await Promise.all(takers.map((taker) => taker.check()))
    await Promise.all(takers.map((taker) => taker.checkHandIns()))
    // What holds the database itself stays up for the look into it.
    for (const part of stage.parts.filter(({ name }) => name !== databasePart).toReversed()) await part.stop()
    noteAccidents()
    const { db, close } = await stage.open()
    try {
      const { missing, faults } = await checkRows(db, takers)
      report.missing += missing
      report.faults.push(...faults)
      await look(db)
    } finally {
      await close()
    }
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

/** Waits until something is acknowledged, so that every round kills a server at work; says whether it was. */
async function isAtWork(report: AnswerKillReport, patienceMs: number): Promise<boolean> {
  const before = report.answers + report.handIns
  for (let waited = 0; waited < patienceMs && report.answers + report.handIns === before; waited += 10) await pause(10)
  return report.answers + report.handIns > before
}

/** The seconds from a moment until the taker was answered; null when that takes longer than one waits. */
async function secondsUntilHeard(taker: Taker, moment: number, patienceMs: number): Promise<number | null> {
  while (taker.heardAt === null && performance.now() < moment + patienceMs) await pause(10)
  return taker.heardAt === null ? null : (taker.heardAt - moment) / 1000
}

async function openWindows(stage: Stage): Promise<void> {
  const { db, close } = await stage.open()
  await db.execute(sql`update exams set starts_at = now() - interval '1 day', ends_at = now() + interval '1 year', answer_minutes = 600 where tenant_id = 82 and exam_id = ${killedExam.examId}`)
  await close()
}
