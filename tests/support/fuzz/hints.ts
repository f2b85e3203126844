import type { Hints } from './values'

/** Ids of the demo world by what a name is about, so that some requests get further than the first check. */
const known: [RegExp, unknown[]][] = [
  [/^(userId|studentId)$/, [820_001, '820001']],
  [/^account$|^username$/i, ['nobody-here', 'learner290']],
  [/^(coursePlan|comment|curriculum|content)Type$/, [1, 2, '1']],
  [/phone/i, ['13700001111', '13800000001', 13_800_000_002]],
  [/course|curriculum/i, [3001, '3001', 3002, 3003]],
  [/chapter/i, [3101, '3101', 3102]],
  [/section|nodeId|otherContentId/i, [3201, '3201', 3202, 3203, 3205]],
  [/planContent|itemId|^contentId$/i, [5101, '5101', 5102]],
  [/examPlan|examId|jihuakaoshi/i, [8001, '8001', 8002, 8007]],
  [/^postId$/, [2101, '2102']],
  [/plan/i, [5001, '5001', 5002]],
  [/paper/i, [8200, '8200', 828_002]],
  [/instanceId|attemptId/i, [88_102, '88102']],
  [/answerId/i, [89_102, '89102']],
  [/question/i, [1_430_701, '1430701', 9008]],
  [/subject/i, [1_430_701, '1430701', 14_307]],
  [/notice|^id$/i, [107, '107', 3001, 5001, 1, 6901, '6902']],
  [/message/i, [1, '1', 2]],
  [/resource/i, [7001, 7002, 7003, '7003']],
  [/^(current|page|pageNo)$/, [1, '1', 2, 0]],
  [/^(size|pageSize)$/, [10, '8', 500]],
  [/path/i, [['train', 'file', 'banner', 'crane.svg'], ['train', 'file', 'doc', '7002.pdf'], ['doc', '7002.pdf'], ['logo', '82.svg'], ['admin', 'file', 'logo', '82.svg']]],
  [/^file$/, [['robots.txt'], ['favicon.ico'], ['index.html'], ['.well-known', 'security.txt']]],
  [/tenantId/, [82, '82']],
  [/domain/i, ['localhost', 'bgy.localhost']],
  [/^visitId$/, ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210']],
  [/^(opId|intentId|eventId|operationId)$/, ['abcdefgh-1', 'abcdefgh-2']],
  [/time|date/i, ['2026-03-10 10:00:00', '2026-03-11 10:00:00', 5]],
  [/kind|type/i, [1, 2, 3, '1']],
]

/** Ids that belong together, of which one alone leads nowhere: a section of a course, the same by way of a plan, and what one learner has of a course. */
const places: Record<string, unknown>[] = [
  { kind: 'course', id: '3001', curriculumId: 3001, courseId: '3001', coursePlanId: 3001, coursePlanType: 1, chapterId: 3101, sectionId: 3201, nodeId: 3201, contentId: undefined },
  { kind: 'plan', id: '5001', curriculumId: 5001, planId: '5001', coursePlanId: 5001, coursePlanType: 2, planContentId: 5101, contentId: 5101, itemId: '5101', courseId: '3001', chapterId: 3101, sectionId: 3201, nodeId: 3201 },
  { id: [77_001, 77_005, 77_014, 6901, 6902, 6903], contentId: 3001, commentType: 1, answers: [[]] },
]
/** Hints that speak of one place by all its names; beyond it they are the others. */
export const hintsOfPlaces = (others: Hints): Hints[] => places.map((place) => (name) => (name in place ? [place[name]].flat() : others(name)))

export const demoHints: Hints = (name) => known.find(([pattern]) => pattern.test(name))?.[1] ?? []
