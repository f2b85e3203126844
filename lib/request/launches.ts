import 'server-only'
import { sealData } from 'iron-session'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { headers } from 'next/headers'
import { BoundedMap } from '@/lib/domain/bounded-map'
import type { CoursewarePackage } from '@/lib/domain/courseware'
import { Learner } from '@/lib/domain/learner'
import type { Locale } from '@/lib/domain/locale'
import type { StudyPlace, StudyReport } from '@/lib/domain/study'
import { env } from '@/lib/env'
import type { Asking } from './learner'
import { keptToken } from './renewal'
import { openerOf } from './opened'
import { sealPassword } from './seal-passwords'
import { isEnded, type Session } from './session'
import { store } from './store'

/** A launch of a package: who, what and where, as the content host needs it, since no cookie ever goes there. */
export type Launch = {
  id: string
  session: Pick<Session, 'sid' | 'tenantId' | 'learnerId' | 'startedAt'>
  username: string
  name: string
  token: string
  locale: Locale
  place: StudyPlace
  sectionId: string
  resourceId: string
  package: CoursewarePackage
  /** By which the package is found, which is kept once for all its launches, and known to be the same; none where the version before has sealed the package within. */
  packageDigest?: string
  /** The absolute address of the package's folder on the platform. */
  root: string
  /** The origin of the player that shows it. */
  appOrigin: string
  /** In seconds since 1970. */
  startedAt: number
}

/** A launch lives while its player or its package is heard of, and never longer than this. */
const SILENCE_SECONDS = 600
const LONGEST_SECONDS = 12 * 3600

/** Packages that this web has read, with their texts, by the digests of these: the store may lose one while its launches live, and each file of a package asks for it. */
const readPackages = new BoundedMap<{ text: string; found: Readonly<CoursewarePackage> }>({ most: 200, characters: 8_000_000, lengthOf: ({ text }) => text.length })

const launchKey = (id: string) => `launch:${id}`
const packageKey = (digest: string) => `launch-package:${digest}`
const newsKey = (id: string) => `launch-news:${id}`
const keptSeqKey = (id: string) => `launch-seq:${id}`
const longStateKey = (id: string) => `launch-long:${id}`
const scoreKey = (id: string) => `launch-score:${id}`
const currentKey = ({ session, sectionId }: Pick<Launch, 'session' | 'sectionId'>) => `launch-current:${session.tenantId}:${session.learnerId}:${sectionId}`
const nowSeconds = () => Math.floor(Date.now() / 1000)

function signed(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 24)
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The words of a launch's address: its id and our signature over it. */
const ticketOf = (id: string) => `${id}.${signed(`launch:${id}`, env.sessionSecrets[0] ?? '')}`

function idOf(ticket: string): string | null {
  const [, id, signature] = /^([\w-]{32})\.([\w-]{24})$/.exec(ticket) ?? []
  if (!id || !signature) return null
  return env.sessionSecrets.some((secret) => timingSafeEqual(Buffer.from(signature), Buffer.from(signed(`launch:${id}`, secret)))) ? id : null
}

/** The same secret in whatever order they are listed: a change of secrets changes the names of what browsers keep once at most. */
const namingSecret = env.sessionSecrets.toSorted()[0] ?? ''

/** A name for one learner's package in the browser's storage, from which nobody reads who it is. */
export function keptKeyOf({ session, sectionId, resourceId }: Launch): string {
  return `courseware:${signed(`kept:${[session.tenantId, session.learnerId, sectionId, resourceId].join(':')}`, namingSecret)}`
}

/** The origin under which the browser sees the player: our scheme and the very host it asked. */
export async function askedOrigin(): Promise<string> {
  const head = await headers()
  const host = (env.TRUST_PROXY && head.get('x-forwarded-host')) || head.get('host') || ''
  return `${env.PUBLIC_SCHEME}://${host.toLowerCase()}`
}

/** Begins a launch; the one before it of the same section is closed by that. Gives its id and the address of its page. */
export async function beginLaunch({ learner, session }: Asking, what: Pick<Launch, 'place' | 'sectionId' | 'resourceId' | 'package' | 'root'>): Promise<{ id: string; path: string }> {
  const id = randomBytes(24).toString('base64url')
  const text = JSON.stringify(what.package)
  const packageDigest = digestOf(text)
  const launch: Launch = {
    ...what, id, packageDigest, session: { sid: session.sid, tenantId: session.tenantId, learnerId: session.learnerId, startedAt: session.startedAt },
    username: learner.username, name: session.name, token: learner.token, locale: learner.locale, appOrigin: await askedOrigin(), startedAt: nowSeconds(),
  }
  await store.set(packageKey(packageDigest), text, LONGEST_SECONDS)
  await writeLaunch(launch)
  await store.set(currentKey(launch), id, LONGEST_SECONDS)
  return { id, path: `/content/${ticketOf(id)}` }
}

async function writeLaunch(launch: Launch): Promise<void> {
  const { package: _beside, ...small } = launch
  // Sealed, since it carries a token: whoever reads the store reads nothing. It is written with every commit, which a package with thousands of parts is too large for.
  await store.set(launchKey(launch.id), await sealData(launch.packageDigest ? small : launch, { password: sealPassword, ttl: LONGEST_SECONDS }), SILENCE_SECONDS)
}

type Sealed = Omit<Launch, 'package'> & Partial<Pick<Launch, 'package'>>

/** The package of a launch; null when nobody knows it any more. */
async function packageOf({ package: within, packageDigest: digest }: Sealed): Promise<CoursewarePackage | null> {
  if (!digest) return within ?? null
  const stored = await store.get(packageKey(digest))
  const read = readPackages.get(digest)
  // For the other webs, which may not have read it.
  if (stored === null && read) await store.set(packageKey(digest), read.text, LONGEST_SECONDS)
  if (read && (stored === null || stored === read.text)) return read.found
  if (stored === null || digestOf(stored) !== digest) return null
  const found = JSON.parse(stored) as CoursewarePackage
  readPackages.set(digest, { text: stored, found })
  return found
}

const openLaunch = openerOf<Sealed>({ ttl: LONGEST_SECONDS, most: 500 })

async function findLaunch(id: string): Promise<Launch | null> {
  const sealed = await store.get(launchKey(id))
  if (!sealed) return null
  const launch = (await openLaunch(sealed)) as Sealed
  if (!launch.id || launch.startedAt + LONGEST_SECONDS < nowSeconds()) return null
  const [isOver, found] = await Promise.all([isEnded(launch.session), packageOf(launch)])
  return isOver || found === null ? null : { ...launch, package: found }
}

/** The launch of a ticket; null when it is forged or over, or its learner has logged out. */
export async function readLaunch(ticket: string): Promise<Launch | null> {
  const id = idOf(ticket)
  return id === null ? null : findLaunch(id)
}

/** Whether no later launch of the section has taken its place. */
export async function isCurrent(launch: Launch): Promise<boolean> {
  return (await store.get(currentKey(launch))) === launch.id
}

/** Lets a launch live on, with the token its learner has now. */
export async function keepAlive(launch: Launch, token = launch.token): Promise<void> {
  await writeLaunch({ ...launch, token })
}

/** A launch of the learner who asks; null for another's and for one that is over. */
export async function ownLaunch({ session }: Asking, id: string): Promise<Launch | null> {
  const launch = await findLaunch(id)
  return launch && launch.session.tenantId === session.tenantId && launch.session.learnerId === session.learnerId ? launch : null
}

/** The learner in whose name a launch speaks to the platform. */
export function learnerOf({ session, username, locale, token }: Launch): Learner {
  const newest = async () => (await keptToken(session.sid))?.token ?? token
  return new Learner({ id: session.learnerId, tenantId: session.tenantId, username, locale, token, newest })
}

type Score = { fraction: number; reports: StudyReport[] }

/** The score that was last reported for a launch, and what the platform answered that nobody has been told yet. */
export async function readScore({ id }: Pick<Launch, 'id'>): Promise<{ fraction: number | null; reports: StudyReport[] }> {
  const score = await store.get(scoreKey(id))
  const news = await store.get(newsKey(id))
  return { fraction: score === null ? null : Number(score), reports: news === null ? [] : (JSON.parse(news) as StudyReport[]) }
}

/** Remembers a reported score, and keeps the answer for the player to fetch. */
export async function noteScore(launch: Launch, { fraction, reports }: Score): Promise<void> {
  await store.set(scoreKey(launch.id), String(fraction), LONGEST_SECONDS)
  const telling = reports.filter(({ messages, certificate }) => messages.length > 0 || certificate !== null)
  if (telling.length > 0) await store.set(newsKey(launch.id), JSON.stringify([...(await readScore(launch)).reports, ...telling]), SILENCE_SECONDS)
}

/** The answers of the platform that the player has not shown yet; each is handed out once. */
export async function takeNews(launch: Launch): Promise<{ fraction: number | null; reports: StudyReport[] }> {
  const score = await readScore(launch)
  if (score.reports.length > 0) await store.delete(newsKey(launch.id))
  return score
}

/** Remembers that a score was reported of a state that could not be kept: what is kept knows less from now on. */
export function noteLongState({ id }: Pick<Launch, 'id'>): Promise<void> {
  return store.set(longStateKey(id), '1', LONGEST_SECONDS)
}

/** Whether that was so of a launch. */
export async function hadLongState({ id }: Pick<Launch, 'id'>): Promise<boolean> {
  return (await store.get(longStateKey(id))) !== null
}

/** The number of the last commit of a launch that was kept, 0 while none is. */
export async function lastKept({ id }: Pick<Launch, 'id'>): Promise<number> {
  return Number((await store.get(keptSeqKey(id))) ?? 0)
}

/** Remembers that a commit of a launch was kept. */
export function noteKept({ id }: Pick<Launch, 'id'>, seq: number): Promise<void> {
  return store.set(keptSeqKey(id), String(seq), SILENCE_SECONDS)
}

/** How many commits a launch has sent this minute. */
export function countCommit({ id }: Launch): Promise<number> {
  return store.count(`launch-commits:${id}`, 60)
}

/** How many commits all launches of its learner have sent this minute. */
export function countLearnerCommit({ session }: Launch): Promise<number> {
  return store.count(`learner-commits:${session.tenantId}:${session.learnerId}`, 60)
}

const stateKey = ({ session, sectionId, resourceId }: Launch) => `courseware-state:${session.tenantId}:${session.learnerId}:${sectionId}:${resourceId}`

type OwnState = { text: string; seq: number; /** In milliseconds since 1970. */ savedAt: number }

/** The state of a package where the platform keeps none, for as long as a launch may last. */
export const ownState = {
  read: async (launch: Launch): Promise<OwnState | null> => {
    const own = await store.get(stateKey(launch))
    return own === null ? null : (JSON.parse(own) as OwnState)
  },
  write: (launch: Launch, own: OwnState) => store.set(stateKey(launch), JSON.stringify(own), LONGEST_SECONDS),
}
