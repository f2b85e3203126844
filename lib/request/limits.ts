import 'server-only'
import { env } from '@/lib/env'
import type { Learner } from '@/lib/domain/learner'
import { TrainingError } from '@/lib/training/errors'
import { audit, auditMore, type AuditFacts } from './audit'
import { store } from './store'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
type Limit = { times: number; seconds: number }

/** In the demo one address stands for a whole class, and registration and login are limited by account and phone only (contract 5.24). */
const perAddress = (times: number, seconds: number, demo: number): Limit => ({ times: env.DEMO ? demo : times, seconds })

/** How often somebody may do what invites guessing or flooding; the platform has limits of its own behind these. */
export const limits = {
  phoneChecksOfAddress: perAddress(20, HOUR, 200),
  codesOfAddress: perAddress(20, HOUR, 1000),
  codesOfPhone: { times: 10, seconds: DAY },
  codesOfTenant: { times: 5000, seconds: DAY },
  triesOfPhone: { times: 60, seconds: DAY },
  triesOfAddress: perAddress(60, HOUR, 2000),
  loginsOfAddress: perAddress(300, 5 * MINUTE, 1_000_000),
  failedLoginsOfAccount: { times: 20, seconds: 15 * MINUTE },
  // Whoever has just set a new password with a code is not kept out by what strangers have tried.
  loginsAfterResetOfAddress: { times: 10, seconds: 10 * MINUTE },
  proofsOfLearner: { times: 5, seconds: 15 * MINUTE },
  uploadsOfLearner: { times: 30, seconds: HOUR },
  changesOfLearner: { times: 30, seconds: HOUR },
  certificateChecksOfAddress: perAddress(120, HOUR, 5000),
  receiptChecksOfAddress: perAddress(120, HOUR, 5000),
  noticeReadsOfAddress: perAddress(600, HOUR, 20_000),
  pdfsOfLearner: { times: 120, seconds: HOUR },
  // Ten exams of three attempts each; those of more are in the record.
  receiptsOfLearner: { times: 30, seconds: HOUR },
  recordsOfLearner: { times: 10, seconds: HOUR },
  // Each of these keeps something in the store for a while. Nobody opens three hundred sections in an hour, each of which may be counted
  // twice, for itself and for its launch; ends of visits over the limit stay in the browser and are told later.
  visitsOfLearner: { times: 1000, seconds: HOUR },
  launchesOfLearner: { times: 600, seconds: HOUR },
  // And each of these is kept by the platform for good.
  startsOfLearner: { times: 2000, seconds: HOUR },
  papersOfLearner: { times: 1000, seconds: HOUR },
  notesOfLearner: { times: 5000, seconds: HOUR },
  drawsOfLearner: { times: 10_000, seconds: HOUR },
  // Five changed answers a second for an hour, more than hands can make; what is over it stays in the browser and is sent again.
  answersOfLearner: { times: 20_000, seconds: HOUR },
  // All together: absences from an exam, openings of a paper under way, marks, grades, notes that are changed.
  writesOfLearner: { times: 6000, seconds: HOUR },
  strangeDomainsOfAddress: { times: 60, seconds: HOUR },
} satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

const keyOf = (name: LimitName, who: string[]) => `limit:${name}:${who.map((one) => encodeURIComponent(one.toWellFormed())).join(':')}`
const refusedKeyOf = (name: LimitName, who: string[]) => keyOf(name, [...who, 'refused'])

/** Whom a limit is about, as its name says. An account is left out: what is typed there may be anything, a password too. */
function factsOf(name: LimitName, [first, second]: string[]): AuditFacts {
  if (name.endsWith('OfAddress')) return { address: first }
  if (name.endsWith('OfPhone')) return { tenantId: first, phone: second }
  return { tenantId: first, ...(name.endsWith('OfLearner') ? { learnerId: second } : {}) }
}

async function refuse(name: LimitName, who: string[]): Promise<never> {
  // Once for each window, and then how many more: who floods us must not flood the log.
  const isFirst = (await store.count(refusedKeyOf(name, who), limits[name].seconds)) === 1
  const write = isFirst ? audit : auditMore
  write('limit.reached', { ...factsOf(name, who), reason: name })
  throw new TrainingError('busy', '')
}

/** Counts one more time and ends with `busy` when that is more than may be. */
export async function spend(name: LimitName, ...who: string[]): Promise<void> {
  const { times, seconds } = limits[name]
  if ((await store.count(keyOf(name, who), seconds)) > times) await refuse(name, who)
}

/**
 * Counts one more time as `spend` does, for what may yet turn out not to count: what is returned gives the time back. So many at once are
 * no more than many in a row. A refusal counts nothing.
 */
export async function take(name: LimitName, ...who: string[]): Promise<() => Promise<void>> {
  const giveBack = await takeMany(name, 1, ...who)
  return () => giveBack(1)
}

/** As `take`, for so many times together, of which any number can be given back. */
export async function takeMany(name: LimitName, many: number, ...who: string[]): Promise<(unused: number) => Promise<void>> {
  const { times, seconds } = limits[name]
  const giveBack = async (unused: number) => void (await store.count(keyOf(name, who), seconds, -unused))
  if ((await store.count(keyOf(name, who), seconds, many)) <= times) return giveBack
  await giveBack(many)
  return refuse(name, who)
}

/** What a call of a learner gives, counted; one that fails, and is made again by itself, does not count. */
export async function counted<T>(name: LimitName, learner: Learner, call: () => Promise<T>): Promise<T> {
  const giveBack = await take(name, learner.tenantId, learner.id)
  try {
    return await call()
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** A call that makes the platform keep something small. */
export function asWrite<In, Out>(call: (learner: Learner, input: In) => Promise<Out>): (learner: Learner, input: In) => Promise<Out> {
  return (learner, input) => counted('writesOfLearner', learner, () => call(learner, input))
}

/** Whether no time is left; counts nothing. */
export async function isUsedUp(name: LimitName, ...who: string[]): Promise<boolean> {
  return Number((await store.get(keyOf(name, who))) ?? 0) >= limits[name].times
}

/** Ends with `busy` when no time is left; counts nothing. */
export async function requireLeft(name: LimitName, ...who: string[]): Promise<void> {
  if (await isUsedUp(name, ...who)) await refuse(name, who)
}

/** Begins to count anew. */
export async function forget(name: LimitName, ...who: string[]): Promise<void> {
  await Promise.all([keyOf(name, who), refusedKeyOf(name, who)].map((key) => store.delete(key)))
}
