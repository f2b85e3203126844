import type { Hints } from './values'

/** Ids of the demo world by what a name is about, so that some requests get further than the first check. */
const known: [RegExp, unknown[]][] = [
  [/^(userId|studentId)$/, [820_001, '820001']],
  [/^account$|^username$/i, ['nobody-here', 'learner290']],
  [/phone/i, ['13700001111', '13800000001', 13_800_000_002]],
  [/course|curriculum/i, [3001, '3001', 3002, 3003]],
  [/chapter/i, [3101, '3101', 3102]],
  [/section|nodeId|otherContentId/i, [3201, '3201', 3202, 3203, 3205]],
  [/planContent|itemId|^contentId$/i, [5101, '5101', 5102]],
  [/examPlan|examId|jihuakaoshi/i, [8001, '8001', 8002, 8007]],
  [/plan/i, [5001, '5001', 5002]],
  [/paper/i, [8200, '8200', 828_002]],
  [/instanceId|attemptId/i, [88_102, '88102']],
  [/answerId/i, [89_102, '89102']],
  [/question/i, [1_430_701, '1430701', 9008]],
  [/subject/i, [1_430_701, '1430701', 14_307]],
  [/notice|^id$/i, [107, '107', 3001, 5001, 1]],
  [/message/i, [1, '1', 2]],
  [/resource/i, [7001, 7002, 7003, '7003']],
  [/^(current|page|pageNo)$/, [1, '1', 2, 0]],
  [/^(size|pageSize)$/, [10, '8', 500]],
  [/path/i, [['train', 'file', 'banner', 'crane.svg'], ['train', 'file', 'doc', '7002.pdf'], ['admin', 'file', 'logo', '82.svg']]],
  [/^file$/, [['robots.txt'], ['favicon.ico'], ['.well-known', 'security.txt']]],
  [/tenantId/, [82, '82']],
  [/domain/i, ['localhost', 'bgy.localhost']],
  [/^visitId$/, ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210']],
  [/^(opId|intentId|eventId|operationId)$/, ['abcdefgh-1', 'abcdefgh-2']],
  [/time|date/i, ['2026-03-10 10:00:00', '2026-03-11 10:00:00', 5]],
  [/kind|type/i, [1, 2, 3, '1']],
]

export const demoHints: Hints = (name) => known.find(([pattern]) => pattern.test(name))?.[1] ?? []
