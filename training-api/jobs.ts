import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiContext } from './context.ts'
import type { Database } from './db/client.ts'
import type { JobWatcher } from './operation/watch.ts'
import { sweepOpenings } from './queries/attempt-openings.ts'
import { sweepCodes } from './queries/codes.ts'
import { handInOverdue } from './queries/hand-in.ts'
import { recountPractice } from './queries/label-sets.ts'
import { takeLease } from './queries/leases.ts'
import { sweepTotals } from './queries/library.ts'
import type { OverdueAttempt } from './queries/overdue-attempts.ts'
import { sweepNoticeReads } from './queries/notices.ts'
import { cutCrowdedBuckets } from './queries/rank-pieces.ts'
import { sweepEmptyBuckets } from './queries/rankings.ts'
import { sweepOperations } from './queries/operations.ts'
import { endSessionsOfDisabled, sweepSessions } from './queries/sessions.ts'
import { sweepLaunches } from './queries/simulation.ts'
import { closeSilentVisits } from './queries/study.ts'
import { codeSeconds } from './rules/codes.ts'
import { createRetries } from './rules/retries.ts'
import type { Retries } from './rules/retries.ts'

const daySeconds = 86_400
/** How long the end of a process waits for jobs: what they have not done another process does, or this one when it is there again. */
const patienceMs = 2_000

/** Work done by the clock and not by a call; safe to repeat and to interrupt. One of many parts looks between them whether it should stop. */
export type Job = { name: string; everySeconds: number; run(ctx: ApiContext, stopping?: AbortSignal): Promise<void> }

/** Attempts of a database that could not be handed in, kept from one run to the next. */
const handInRetries = new WeakMap<Database, Retries<OverdueAttempt>>()

function retriesOf(db: Database): Retries<OverdueAttempt> {
  const kept = handInRetries.get(db) ?? createRetries<OverdueAttempt>()
  handInRetries.set(db, kept)
  return kept
}

/** Everything that is done by the clock; an area adds its line. */
export const jobs: Job[] = [
  {
    name: 'sweepCodes',
    everySeconds: 600,
    run: ({ db, clock, env }, stopping) => sweepCodes(db, { now: clock.now(), outboxSeconds: env.demo ? daySeconds : codeSeconds, stopping }),
  },
  { name: 'cutCrowdedBuckets', everySeconds: 600, run: ({ db }, stopping) => cutCrowdedBuckets(db, { stopping }) },
  { name: 'closeSilentVisits', everySeconds: 600, run: ({ db, clock, log }, stopping) => closeSilentVisits(db, { now: clock.now(), log, stopping }) },
  {
    name: 'handInOverdue',
    everySeconds: 5,
    run: ({ db, clock, log }, stopping) => handInOverdue(db, { now: clock.now(), log, stopping, retries: retriesOf(db) }),
  },
  { name: 'sweepOpenings', everySeconds: 3600, run: ({ db, clock }, stopping) => sweepOpenings(db, { now: clock.now(), stopping }) },
  { name: 'sweepOperations', everySeconds: 3600, run: ({ db, clock }, stopping) => sweepOperations(db, { now: clock.now(), stopping }) },
  { name: 'sweepNoticeReads', everySeconds: 3600, run: ({ db, clock }, stopping) => sweepNoticeReads(db, { now: clock.now(), stopping }) },
  { name: 'sweepLaunches', everySeconds: 3600, run: ({ db, clock }, stopping) => sweepLaunches(db, { now: clock.now(), stopping }) },
  { name: 'sweepEmptyBuckets', everySeconds: 3600, run: ({ db }, stopping) => sweepEmptyBuckets(db, { stopping }) },
  { name: 'sweepTotals', everySeconds: 3600, run: ({ db }, stopping) => sweepTotals(db, { stopping }) },
  { name: 'recountPractice', everySeconds: 3600, run: ({ db }, stopping) => recountPractice(db, { stopping }) },
  // By the clock, because accounts are disabled by whoever writes the database, and not each of PostgreSQL's relatives has triggers.
  { name: 'endSessionsOfDisabled', everySeconds: 30, run: ({ db }, stopping) => endSessionsOfDisabled(db, { stopping }) },
  { name: 'sweepSessions', everySeconds: 600, run: ({ db, clock }, stopping) => sweepSessions(db, { now: clock.now(), stopping }) },
]

/** Starts the jobs; of several processes one does each, under a lease. Returns how to stop: it tells those running, and waits for them two seconds at most. */
export function startJobs(ctx: ApiContext, watchers: JobWatcher[] = [], list: readonly Job[] = jobs): () => Promise<void> {
  const holder = randomUUID()
  const ending = new AbortController()
  const running = new Map<string, Promise<void>>()

  async function runUnderLease(job: Job): Promise<void> {
    const ended = watchers.map((watcher) => watcher(job))
    const end = (outcome: Parameters<ReturnType<JobWatcher>>[0]) => ended.forEach((tell) => tell(outcome))
    try {
      const isOurs = await takeLease(ctx.db, { name: job.name, holder, seconds: job.everySeconds * 2 })
      if (isOurs) await job.run(ctx, ending.signal)
      end(isOurs ? 'ok' : 'elsewhere')
    } catch (fault) {
      end('failed')
      ctx.log.error({ err: fault, job: job.name }, 'a job failed')
    } finally {
      running.delete(job.name)
    }
  }

  const timers = list.map((job) =>
    setInterval(() => {
      if (!running.has(job.name)) running.set(job.name, runUnderLease(job))
    }, job.everySeconds * 1000).unref(),
  )
  return async () => {
    timers.forEach(clearInterval)
    ending.abort()
    await Promise.race([Promise.all(running.values()), pause(patienceMs)])
  }
}

/** Runs one job now, for tests and operators. */
export async function runJob(ctx: ApiContext, name: string): Promise<void> {
  const job = jobs.find((candidate) => candidate.name === name)
  if (!job) throw new Error(`There is no job ${name}.`)
  await job.run(ctx)
}
