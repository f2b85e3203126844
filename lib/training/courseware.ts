import 'server-only'
import { z } from 'zod'
import type { Section } from '@/lib/domain/catalogue'
import type { CoursewarePackage, LaunchItem } from '@/lib/domain/courseware'
import type { Learner } from '@/lib/domain/learner'
import { env } from '@/lib/env'
import { beginningOf } from './beginning'
import { LONG_MS, training } from './client'
import { isNotOffered, TrainingError } from './errors'
import { wireExtra, wireList, wireNumberMaybe, wireText, wireTextMaybe, wireTime } from './wire'

/** What a package may say, as our platform takes it: all of it is kept sealed with each launch, and opened for each file. */
const most = { title: 500, address: 2_000, launchData: { scorm12: 4_096, scorm2004: 64_000 }, time: 100, objectives: 20, itemBytes: 300_000 }

/** An address inside the package's folder: no scheme, nothing that climbs. */
const insideHref = z.string().min(1).max(most.address).refine((href) => !/^[a-z][\w+.-]*:|^[/\\]|(^|[/\\])\.\.([/\\?#]|$)|[\0-\x1f]/i.test(decodedPath(href)))

function decodedPath(href: string): string {
  try {
    return decodeURIComponent(href.split(/[?#]/, 1)[0] ?? '')
  } catch {
    return '..'
  }
}

const titleOf = (text: string) => beginningOf(text, most.title)
const wireTitle = wireText.transform(titleOf)
const wireUpTo = (length: number) => wireText.refine((text) => text.length <= length, 'too long')

const item = z
  .object({
    id: z.string().min(1).max(200), title: wireTitle, href: insideHref, tracked: z.boolean().default(true), visible: z.boolean().default(true),
    masteryScore: wireNumberMaybe, completionThreshold: wireNumberMaybe, passingScore: wireNumberMaybe,
    objectives: wireExtra(z.array(z.string().min(1).max(200)).max(most.objectives), []),
    launchData: wireUpTo(most.launchData.scorm2004), maxTime: wireUpTo(most.time), timeLimitAction: wireUpTo(most.time),
  })
  .transform((wire): LaunchItem => wire)

const described = z
  .object({ standard: z.enum(['scorm12', 'scorm2004']), title: wireTitle, choice: z.boolean().default(true), flow: z.boolean().default(true), rootUrl: z.string().max(most.address), itemList: wireList(item) })
  .refine(({ standard, itemList }) => itemList.every(({ launchData }) => launchData.length <= most.launchData[standard]) && Buffer.byteLength(JSON.stringify(itemList)) <= most.itemBytes, 'says too much')

/** A package with the absolute address of its folder, which ends in `/`. */
export type FoundPackage = { package: CoursewarePackage; root: string }

/**
 * What is known of a courseware resource (X14, an extension; the first time the platform unpacks it before it answers). On a platform that
 * tells nothing the address of the resource itself is one part that may speak either version; null when that is no page.
 */
export async function findPackage(learner: Learner, section: Section): Promise<FoundPackage | null> {
  const { resource } = section
  if (!resource?.id || !resource.url) return null
  try {
    const { rootUrl, itemList, ...known } = await training.get(learner, 'train/web/getCoursewarePackage', { resourceId: resource.id }, described, { timeoutMs: LONG_MS })
    const root = rootOf(rootUrl)
    return root && itemList.length > 0 ? { package: { ...known, items: itemList }, root } : null
  } catch (error) {
    if (!isNotOffered(error)) throw error
    return bareResource(resource.url, section.name)
  }
}

/** Our own files' doors stand for the platform's paths; the content host asks the platform itself. */
function upstreamOf(url: string): string {
  return url.startsWith('/') ? env.UPSTREAM_BASE_URL + url.replace(/^\/api\/(?:public\/)?files(?=\/)/, '') : url
}

function rootOf(rootUrl: string): string | null {
  return /^\/(?:admin|train)\/file\/[^?#\\]*\/$/.test(rootUrl) && !rootUrl.includes('..') ? env.UPSTREAM_BASE_URL + rootUrl : null
}

/** Not looked at further: no address has ends of lines in it, at which the form below would be tried anew from each of its slashes. */
const isNoAddress = (address: string) => address.length > most.address || /[\p{Cc}\u2028\u2029]/u.test(address)

function bareResource(url: string, title: string): FoundPackage | null {
  const address = upstreamOf(url)
  if (isNoAddress(address)) return null
  const found = /^(.*\/)([^/?#]+\.x?html?(?:[?#].*)?)$/i.exec(address)
  if (!found?.[1] || !found[2]) return null
  const whole: LaunchItem = { id: 'whole', title: titleOf(title), href: found[2], tracked: true, visible: true, masteryScore: null, completionThreshold: null, passingScore: null, launchData: '', maxTime: '', timeLimitAction: '' }
  return { package: { standard: 'either', title: titleOf(title), choice: true, flow: true, items: [whole] }, root: found[1] }
}

const stored = z
  .object({ suspendData: wireTextMaybe, seq: wireNumberMaybe, updateTime: wireTime })
  .nullable()
  .transform((wire) => ({ text: wire?.suspendData ?? null, seq: wire?.seq ?? 0, savedAt: wire?.updateTime ? Date.parse(wire.updateTime) : 0 }))

type Resource = { sectionId: string; resourceId: string }
export type KeptCourseware = z.output<typeof stored>

/** A gateway that forbids one of these once must not have a package begin anew over what is kept, nor call a change kept: only an unknown call is not offered. */
const hasNoSuchCall = (error: unknown): boolean => error instanceof TrainingError && error.code === 'missing'

/** What the platform keeps of a package (X5); null on one that keeps nothing. */
export async function getKeptCourseware(learner: Learner, { sectionId, resourceId }: Resource): Promise<KeptCourseware | null> {
  try {
    return await training.get(learner, 'train/web/getStudyPosition', { sectionId, resourceId }, stored)
  } catch (error) {
    if (hasNoSuchCall(error)) return null
    throw error
  }
}

/** What the platform tells of what it keeps now; one that tells something else, or nothing, has taken what it was given. */
const told = wireExtra(stored, { text: null, seq: 0, savedAt: 0 })

/**
 * Has the platform keep the state of a package (X6). Of several the one with the highest `seq` stays: `overtaken` where that is another one.
 * `notOffered` where nothing is kept.
 */
export async function keepCourseware(learner: Learner, { sectionId, resourceId, text, seq, part }: Resource & { text: string; seq: number; /** Number of the open part, from 1. */ part: number }): Promise<'kept' | 'overtaken' | 'notOffered'> {
  try {
    const now = await training.post(learner, 'train/web/saveStudyPosition', { sectionId, resourceId, position: part, suspendData: text, seq }, told)
    return now.seq >= seq && now.text !== null && now.text !== text ? 'overtaken' : 'kept'
  } catch (error) {
    if (hasNoSuchCall(error)) return 'notOffered'
    throw error
  }
}
