import { z } from 'zod'
import { idInput } from './courses-input'
import { examFilters, examStatuses, type MyExamsView } from './exams'
import { longListSize, longListSizes } from './paging'
import { pageInput, searchInput } from './paging-input'

/** How many rows stand on a page of a long list; anything not offered is ten. */
export const longListSizeInput = z.coerce.number().refine((size) => longListSizes.includes(size)).catch(longListSize)

/** The address of my exams; anything odd falls back to the beginning. */
export const myExamsInput = z
  .object({ state: z.enum(examStatuses).catch('available'), kind: z.enum(examFilters).catch('all'), name: searchInput, page: pageInput, size: longListSizeInput })
  .transform(({ state, name, ...view }): MyExamsView => ({ status: state, title: name, ...view }))

const idMaybe = idInput.nullish()
/** Where an exam is taken. */
const placeShape = {
  origin: z.enum(['standalone', 'planExam', 'section']), examId: idInput, sectionId: idMaybe, itemId: idMaybe, ownerId: idMaybe, chapterId: idMaybe, planExamId: idMaybe,
}

/** An attempt whose result is asked for. */
export const attemptInput = z
  .object({ ...placeShape, paperId: idMaybe, attemptId: idInput, answerId: idMaybe, simulation: z.enum(['0', '1']).default('0') })
  .transform(({ simulation, paperId, answerId, ...attempt }) => ({ ...attempt, paperId: paperId ?? null, answerId: answerId ?? null, isSimulation: simulation === '1' }))

/** An exam of the player: of a section, or an item of a plan; `ownerId` is the course or plan it is opened from. */
export const playerExamInput = z
  .object({ kind: z.enum(['course', 'plan']), ownerId: idInput.optional(), sectionId: idInput.optional(), itemId: idInput.optional() })
  .refine(({ sectionId, itemId }) => sectionId !== undefined || itemId !== undefined, 'sectionId or itemId')

/** A simulation exam that is opened, at its place. */
export const examLaunchInput = z.object({ place: z.object({ ...placeShape, paperId: idInput }), kind: z.enum(['course', 'plan']).default('course') })

/** Coming back from a simulation exam. */
export const simulationReturnInput = examLaunchInput.extend({ requestId: idInput })
