import 'server-only'
import type { z } from 'zod'
import type { CardCover, CardState, StudyCardFacts } from '@/lib/domain/cards'
import { wireFile } from './files'
import { wireEnum, wireId, wireNumber, wireNumberMaybe, wirePercent, wireText } from './wire'

const listState = wireEnum('studtyState in a list', { 1: 'learning', 2: 'completed', 3: 'failed' }, 'none')
const TITLED = 2

/** The fields of a card, spelled as of a course or as of a plan (spec 1 §3: both occur). */
export const cardShape = {
  id: wireId,
  courseName: wireText,
  planName: wireText,
  companyName: wireText,
  studyProcess: wirePercent,
  studtyState: listState,
  courseIndexPictureUrl: wireFile,
  planIndexPictureUrl: wireFile,
  courseIndexType: wireNumberMaybe,
  planIndexType: wireNumberMaybe,
  oneTitle: wireText,
  twoTitle: wireText,
  studyTimeSum: wireNumber(),
  planScore: wireNumber(),
  joinNum: wireNumber(),
  commentNum: wireNumber(),
}
type Wire = z.output<z.ZodObject<typeof cardShape>>

/** The picture of a card with the words over it; `titled` decides where the platform does not say whether there are any. */
export function coverOf(wire: Pick<Wire, `${'course' | 'plan'}Index${'PictureUrl' | 'Type'}` | 'oneTitle' | 'twoTitle'>, titled = false): CardCover {
  const said = wire.courseIndexType ?? wire.planIndexType
  const isTitled = said === null ? titled : wire.courseIndexType === TITLED || wire.planIndexType === TITLED
  return {
    pictureUrl: wire.courseIndexPictureUrl ?? wire.planIndexPictureUrl,
    words: isTitled && (wire.oneTitle || wire.twoTitle) ? { title: wire.oneTitle, subtitle: wire.twoTitle } : null,
  }
}

/** A card with the state that one learner has in it. */
export function cardOf(wire: Wire): StudyCardFacts {
  return {
    id: wire.id,
    name: wire.courseName || wire.planName,
    companyName: wire.companyName,
    cover: coverOf(wire),
    state: wire.studtyState satisfies CardState,
    progressPercent: wire.studyProcess,
    hours: wire.studyTimeSum,
    credits: wire.planScore,
    joinCount: wire.joinNum,
    rating: wire.commentNum,
  }
}
