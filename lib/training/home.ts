import 'server-only'
import { z } from 'zod'
import type { Banner, Floor, FloorTile, StudyInProgress, Target } from '@/lib/domain/home'
import type { Learner } from '@/lib/domain/learner'
import { safeHref } from '@/lib/domain/links'
import { training } from './client'
import { wireFile } from './files'
import { languageOnWire, onceEach, wireEnum, wireId, wireIdMaybe, wireList, wireNumber, wirePercent, wireText, wireTextMaybe } from './wire'

const forWeb = ({ locale }: Learner) => ({ terminalType: 1, languageType: languageOnWire[locale] })

/** Banners and tiles number their targets the other way round than everything else: plan 1, course 2 (contract 8). */
const targetKind = wireEnum('contentType of a banner', { 1: 'plan', 2: 'course', 3: 'link' })
const leading = { contentType: targetKind, contentId: wireIdMaybe, forwardUrl: wireTextMaybe }

function targetOf(wire: { contentType: 'plan' | 'course' | 'link' | 'unknown'; contentId: string | null; forwardUrl: string | null }): Target | null {
  if (wire.contentType === 'link') {
    const href = safeHref(wire.forwardUrl)
    return href ? { kind: 'link', href } : null
  }
  return wire.contentType !== 'unknown' && wire.contentId ? { kind: wire.contentType, id: wire.contentId } : null
}

const banner = z.object({ id: wireIdMaybe, title: wireText, pictureUrl: wireFile, ...leading })

/** The banners of the home page in their order; those without a picture that may be shown are left out (H2; `languageType` is ours). */
export async function listBanners(learner: Learner): Promise<Banner[]> {
  const banners = await training.get(learner, 'train/app/banner/getBannerAllList', forWeb(learner), wireList(banner))
  return banners.flatMap((wire, index) =>
    wire.pictureUrl ? [{ id: wire.id ?? `at-${index}`, title: wire.title, pictureUrl: wire.pictureUrl, target: targetOf(wire) }] : [],
  )
}

const floorKind = wireEnum('floorType', { 1: 'grid', 2: 'grid', 3: 'featuredPlan', 4: 'banner' })
const tile = z.object({ positionPictureUrl: wireFile, positionContent: wireText, ...leading })
  .transform((wire): FloorTile => ({ pictureUrl: wire.positionPictureUrl, title: wire.positionContent, target: targetOf(wire) }))
const floor = z.object({ floorType: floorKind, leftTitle: wireText, rightTitle: wireTextMaybe, rightTitleUrl: wireTextMaybe, items: wireList(tile) })

/** The floors of the home page in their order; kinds we do not know (they are logged) and floors without tiles are left out (H3; `languageType` is ours). */
export async function listFloors(learner: Learner): Promise<Floor[]> {
  const floors = await training.get(learner, 'train/app/floor/getFloorAllList', forWeb(learner), wireList(floor))
  return floors.flatMap(({ floorType: kind, leftTitle, rightTitle, rightTitleUrl, items: tiles }) => {
    if (kind === 'unknown' || tiles.length === 0) return []
    const href = safeHref(rightTitleUrl)
    return [{ kind, title: leftTitle, more: rightTitle && href ? { label: rightTitle, href } : null, tiles }]
  })
}

const inProgress = z.object({
  id: wireId, curriculumId: wireIdMaybe, name: wireText, numSection: wireNumber(), sumSection: wireNumber(), studyProcess: wirePercent, contentState: wireNumber(),
}).transform((wire): StudyInProgress => ({
  // Anything but a course or a plan is an exam (spec 1 §2).
  kind: wire.contentState === 1 ? 'course' : wire.contentState === 2 ? 'plan' : 'exam',
  id: wire.curriculumId ?? wire.id,
  name: wire.name,
  sectionsDone: wire.numSection,
  sectionsTotal: wire.sumSection,
  progressPercent: wire.studyProcess,
}))

/** What the learner has begun and not finished, all of it (H1; `languageType` is ours). */
export async function listInProgress(learner: Learner): Promise<StudyInProgress[]> {
  const begun = await training.get(learner, 'train/app/haveInHand/haveInHandByUid', { languageType: languageOnWire[learner.locale] }, wireList(inProgress))
  return onceEach(begun, ({ kind, id }) => `${kind}-${id}`)
}
