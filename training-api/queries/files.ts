import { and, eq, ilike, isNotNull, like, not, or, sql } from 'drizzle-orm'
import type { SQLWrapper } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { attempts, practicalDetails } from '../db/schema/attempts.ts'
import { courses, resources } from '../db/schema/courses.ts'
import { exams, practicalGroups } from '../db/schema/exams.ts'
import { messageRecipients, messages } from '../db/schema/messages.ts'
import { plans } from '../db/schema/plans.ts'
import { questionOptions, questions } from '../db/schema/questions.ts'
import { mediaPathOf, namedPathsOf, otherSpellings, placesAround, placesOf, placesOfVideo } from '../rules/media.ts'
import type { Who } from './who.ts'

const anyFile = '%/file/%'
/** The texts about what is learned that may hold pictures and links to files. */
const texts = [
  [courses, courses.introduction],
  [plans, plans.introduction],
  [exams, exams.matters],
  [practicalGroups, practicalGroups.requirement],
] as const

/** The places in the media folder (`placesOf`) of what a tenant's learners learn from: its resources, and the pictures and linked files in texts about courses, plans and exams. */
export async function listContentPlaces(db: Db, { tenantId }: { tenantId: number }): Promise<Set<string>> {
  const [learned, ...written] = await Promise.all([
    db.select({ kind: resources.kind, url: resources.url, packageUrl: resources.packageUrl, captions: resources.captions }).from(resources).where(eq(resources.tenantId, tenantId)),
    ...texts.map(([table, text]) => db.select({ text }).from(table).where(and(eq(table.tenantId, tenantId), like(text, anyFile)))),
  ])
  return new Set([...learned.flatMap(placesOf), ...written.flat().flatMap(({ text }) => namedPathsOf(text ?? ''))])
}

/** The places of the pictures and linked files in a tenant's questions; reads all of them. */
export async function listQuestionPlaces(db: Db, { tenantId }: { tenantId: number }): Promise<Set<string>> {
  const [asked, offered] = await Promise.all([
    db.select({ content: questions.content, analysis: questions.analysis }).from(questions).where(and(eq(questions.tenantId, tenantId), or(like(questions.content, anyFile), like(questions.analysis, anyFile)))),
    db.select({ content: questionOptions.content }).from(questionOptions).where(and(eq(questionOptions.tenantId, tenantId), like(questionOptions.content, anyFile))),
  ])
  return new Set([...asked.flatMap(({ content, analysis }) => [content, analysis]), ...offered.map(({ content }) => content)].flatMap(namedPathsOf))
}

type OfOne = { tenantId: number; filePath: string }
/** Of what names one path, more is not read: the first of them says it. */
const mostRows = 500

/** Whether a text names a path, or at least something that begins like it, with this pattern after it. */
function names(text: SQLWrapper, filePath: string, after = '%') {
  const within = (spelt: string) => `%/${spelt.replace(/[\\%_]/g, '\\$&')}${after}`
  // Percent-encoding has capitals or not.
  return or(like(sql`${text}`, within(filePath)), ...otherSpellings(filePath).map((spelt) => ilike(sql`${text}`, within(spelt))))
}

/** Whether an address names what lies in a folder itself: of what lies deeper in one of all films there is more than is read. */
function liesIn(url: SQLWrapper, folder: string) {
  const place = sql`split_part(split_part(${url}, '?', 1), '#', 1)`
  return and(names(place, folder), not(names(place, folder, '%/%')!))
}

/** Those of `listContentPlaces` that one path is among, for tenants that have too many of them to remember. */
export async function findContentPlaces(db: Db, { tenantId, filePath }: OfOne): Promise<string[]> {
  const around = placesAround(filePath)
  // Of whole folders are courseware and streams alone.
  const folders = around.filter((place) => place.endsWith('/') && place.split('/').length > 2)
  const isWhole = or(eq(resources.kind, 'courseware'), ilike(resources.url, '%.m3u8%'))
  const named = or(
    ...[resources.url, resources.packageUrl, sql`${resources.captions}::text`].map((text) => names(text, filePath)),
    ...folders.flatMap((folder) => [and(isWhole, liesIn(resources.url, folder)), names(resources.packageUrl, `${folder.slice(0, -1)}.zip`)]),
  )
  const [learned, ...written] = await Promise.all([
    db.select({ kind: resources.kind, url: resources.url, packageUrl: resources.packageUrl, captions: resources.captions }).from(resources).where(and(eq(resources.tenantId, tenantId), named)).limit(mostRows),
    ...texts.map(([table, text]) => db.select({ text }).from(table).where(and(eq(table.tenantId, tenantId), names(text, filePath))).limit(mostRows)),
  ])
  const found = new Set([...learned.flatMap(placesOf), ...written.flat().flatMap(({ text }) => namedPathsOf(text ?? ''))])
  return around.filter((place) => found.has(place))
}

/** Those of `listQuestionPlaces` that one path is among. */
export async function findQuestionPlaces(db: Db, { tenantId, filePath }: OfOne): Promise<string[]> {
  const [asked, offered] = await Promise.all([
    db.select({ content: questions.content, analysis: questions.analysis }).from(questions).where(and(eq(questions.tenantId, tenantId), or(names(questions.content, filePath), names(questions.analysis, filePath)))).limit(mostRows),
    db.select({ content: questionOptions.content }).from(questionOptions).where(and(eq(questionOptions.tenantId, tenantId), names(questionOptions.content, filePath))).limit(mostRows),
  ])
  const found = [...asked.flatMap(({ content, analysis }) => [content, analysis]), ...offered.map(({ content }) => content)].flatMap(namedPathsOf)
  return found.includes(filePath) ? [filePath] : []
}

/** The places of what only this learner was sent or has made: attachments, pictures and linked files of messages, videos of practical exams. */
export async function listOwnPlaces(db: Db, { tenantId, userId }: Who): Promise<Set<string>> {
  const [received, recorded] = await Promise.all([
    db
      .select({ fileUrl: messages.fileUrl, content: messages.content })
      .from(messageRecipients)
      .innerJoin(messages, and(eq(messages.tenantId, messageRecipients.tenantId), eq(messages.messageId, messageRecipients.messageId)))
      .where(and(eq(messageRecipients.tenantId, tenantId), eq(messageRecipients.learnerId, userId), or(isNotNull(messages.fileUrl), like(messages.content, anyFile)))),
    db
      .select({ videoUrl: practicalDetails.videoUrl })
      .from(attempts)
      .innerJoin(practicalDetails, and(eq(practicalDetails.tenantId, attempts.tenantId), eq(practicalDetails.attemptId, attempts.attemptId)))
      .where(and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId), isNotNull(practicalDetails.videoUrl))),
  ])
  return new Set([
    ...received.flatMap(({ fileUrl, content }) => [mediaPathOf(fileUrl ?? '') ?? [], namedPathsOf(content)].flat()),
    ...recorded.flatMap(({ videoUrl }) => placesOfVideo(videoUrl ?? '')),
  ])
}
