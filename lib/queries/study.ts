import { queryOptions } from '@tanstack/react-query'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import { stopsOf, type OpenedSection, type Player } from '@/lib/domain/player'
import type { BeatAnswer, BeatState, StudyReport, Visit } from '@/lib/domain/study'
import { bff } from './bff'

type Owner = { kind: EnrolmentKind; id: string }

/** What the player shows around the content: asked again after each report, and while something is locked when the learner comes back to the page, since it is unlocked elsewhere. */
export const playerQuery = ({ kind, id }: Owner) =>
  queryOptions({
    queryKey: ['study', 'player', kind, id],
    queryFn: ({ signal }) => bff.get<Player>('study/player', { kind, id }, { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: ({ state }) => (state.data !== undefined && stopsOf(state.data).some(({ locked }) => locked) ? 'always' : true),
  })

/** A section as the player opens it. */
export const openedSectionQuery = (place: Owner & { itemId: string | null; chapterId: string; sectionId: string }) =>
  queryOptions({
    queryKey: ['study', 'section', place],
    queryFn: ({ signal }) => bff.post<OpenedSection>('study/section', place, { signal }),
    // Where the learner was is asked afresh each time the section is opened.
    staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false,
  })

/** What is told of a visit is told one after another: one that hangs would stop all that wait behind it. */
const soon = { longestMs: 15_000 }
const visitFields = ({ id, place, kind }: Visit) => ({ visitId: id, place, kind })

/** A section was opened; `enrol` begins the course or plan first. */
export const startVisit = (visit: Visit, name: string, enrol: boolean) => bff.post<StudyReport>('study/start', { ...visitFields(visit), name, enrol }, soon)

/** A section was opened in a window whose time does not count: only its place is remembered. */
export const rememberPlace = (visit: Visit, name: string, enrol: boolean) => bff.post<StudyReport>('study/start', { ...visitFields(visit), name, enrol, counts: false }, soon)

/** A section was left; `leaving` when the page goes away at this moment. */
export const endVisit = (visit: Visit, minutes: number, leaving: boolean) => bff.post<StudyReport>('study/end', { ...visitFields(visit), minutes }, { ...soon, keepalive: leaving })

/** A sign of life. */
export const sendBeat = (visit: Visit, beat: { seq: number; state: BeatState; activeSeconds: number }, leaving: boolean) =>
  bff.post<{ answer: BeatAnswer }>('study/beat', { ...visitFields(visit), ...beat }, { ...soon, keepalive: leaving }).then(({ answer }) => answer)

/** Where the learner is in a resource; false when the platform remembers nothing. */
export const savePosition = (save: { sectionId: string; resourceId: string; position: number; seq: number }, leaving: boolean) =>
  bff.post<{ kept: boolean }>('study/position', save, { keepalive: leaving }).then((answer) => answer.kept)

/** An exam that is an item of a plan was left. */
export const leavePlanExam = (exam: { planId: string; itemId: string }) => bff.post<StudyReport>('study/plan-exam', exam, { keepalive: true })
