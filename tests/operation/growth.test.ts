// @vitest-environment node
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { vacuum } from '@/scripts/bench/databases.mjs'
import { scenes } from '@/scripts/bench/growth/operations.mjs'
import { fillBySql } from '@/scripts/bench/growth/worlds.mjs'
import { fill, measure } from '@/scripts/bench/practice.mjs'
import { startTestApi, testMoment } from '@/training-api/tests/support'
import { openThrowaway } from '@/training-api/tests/throwaway'
import { listCalls } from '../support/fuzz/calls'

const api = await startTestApi()
const { db } = api
afterAll(() => api.close())

/** What `npm run bench -- growth` leaves out, and why its cost cannot follow the number of learners. */
const leftOut: Record<string, string> = {
  '/admin/app/user/v1/sendCodeByRegister': 'sends a text message; reads one phone and one row of codes by their keys, as "is a phone taken" does',
  '/admin/app/user/v1/sendCodeByNewPassWord': 'the same',
  '/admin/app/user/v1/checkSendCodeByNewPassWord': 'one row of codes by its key',
  '/admin/user/registerUserInfoWeb': 'inserts one learner after "is a phone taken"',
  '/admin/user/resetPasswordByCodeNoTenantId': 'writes one password; its hash costs more than everything else',
  '/admin/user/app/userInfo/update': 'writes one learner by its key',
  '/admin/user/avatar/upload': 'writes one file',
  '/admin/user/info': 'one learner by its key, as "account" reads it',
  '/admin/tenant/:tenantId': 'one tenant by its key; there are as many in every world',
  '/admin/tenant/getByTenantId/:tenantId': 'the same',
  '/admin/tenant/findTenantExtInfo/:id': 'the same',
  '/admin/file/:path': 'a file by its path',
  '/train/file/:path': 'a file by its path; the places that name it belong to a tenant and its courses, not to its learners',
  '/train/version/find': 'the versions of apps, as many in every world',
  '/train/web/getCoursewarePackage': 'one resource by its key',
  '/train/app/courseChapter/selectSectionTestBySectionId': 'an exam as E4 prepares it ("exam before it is taken"), found by its section',
  '/train/content/getPlanExaminationByContentid': 'the same, found by its plan item',
  '/train/app/courseChapter/updateClassRecordSectionKnityn': 'writes one of the learner’s own section records by its key',
  '/train/examPlan/questionGroupActualInfo': 'one of the learner’s own attempts by its key',
  '/train/plan/planeExaminationByVr': 'the result of an attempt, as "result of a hand-in" reads it',
  '/train/examPlan/simulationExamResult': 'a launch by its ticket’s key, and one row more',
  '/train/examPlan/simulationExamResult/:testRequestId/:userId': 'the learner’s own launches',
  '/train/examPlanApp/deleteVrRequestId': 'writes one launch by its key',
  '/train/examPlanApp/answerFiles': 'the learner’s own answer files',
  '/train/examPlanApp/submitPaperAndPlanSection': 'the hand-in of "exam" by another name; what follows from it is in the learner’s own records',
  '/train/examPlanApp/submitPaperAndCourseSection': 'the same',
  '/train/classHourses/updateClassHoursByType': 'writes one of the learner’s own section records, and what follows from it as at the end of a visit',
  '/train/classHourses/updatePlanClassHoursByType': 'the same, in a plan',
  '/train/examPlanApp/handInAnswerFile': 'one row, and the answers of one attempt',
}

test('growth is measured of every call of a learner, or it is said why not', () => {
  const measured = readFileSync('scripts/bench/growth/operations.mjs', 'utf8')
  const isMeasured = (path: string) => {
    const fixed = path.split('/:')[0]!
    return path.includes('/:') ? measured.includes(`\`${fixed}/\${`) : new RegExp(`['\`]${fixed}(?![\\w/])`).test(measured)
  }
  const paths = listCalls(api).map(({ path }) => path).filter((path) => /^\/(?:train|admin|auth)\//.test(path))
  expect(paths.length).toBeGreaterThan(100)
  const known = new Set(paths)
  expect([...known].filter((path) => !isMeasured(path) && !(path in leftOut))).toEqual([])
  // No reason for what is measured, or is not there any more.
  expect(Object.keys(leftOut).filter((path) => isMeasured(path) || !known.has(path))).toEqual([])
})

/** What stands for every answer: it has everything, and a few of it. */
const anything: never = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.iterator ? () => Array(5).fill(anything).values() : name === Symbol.toPrimitive ? () => 1 : name === 'then' ? undefined : anything),
  apply: () => anything,
}) as never

test('visits, wishes and clicks have the names that the web gives them', async () => {
  const sent: { path: string; fields: object }[] = []
  const send = async (_name: string, path: string, fields: object) => {
    sent.push({ path, fields })
    return anything
  }
  for (const { run } of scenes) await run({ actor: anything, get: send, post: send, put: send, del: send, visit: async () => anything, prepare: async () => anything, tick: () => {} })
  const namesOf = new Map(listCalls(api).map(({ path, shape }) => [path, ['opId', 'visitKey', 'intentId', 'eventId'].filter((name) => name in (shape.properties ?? {}))]))
  const nameless = sent.flatMap(({ path, fields }) => (namesOf.get(path) ?? []).filter((name) => !(name in fields)).map((name) => `${path}: ${name}`))
  expect(nameless).toEqual([])
  expect(sent.filter(({ path }) => namesOf.get(path)?.length).length).toBeGreaterThan(15)
})

test('what fills worlds clears them up by one process, which needs no shared memory, on every engine', async () => {
  for (const statement of [vacuum, `${vacuum} learners`]) await expect(db.$client.query(statement)).resolves.toBeDefined()
  for (const file of ['growth/worlds', 'rankings', 'practice'].map((name) => `scripts/bench/${name}.mjs`)) {
    const source = readFileSync(file, 'utf8')
    expect(source, file).toMatch(/query\(vacuum\)|\$\{vacuum\} \$\{table\}/)
    expect(source, file).not.toMatch(/['`]vacuum \(?analyze/)
  }
})

test('draws are measured as the training API makes them', async () => {
  await fill(db, 1000, () => {})
  for (const tags of [[], [{ groupId: 1, valueId: 11 }]]) expect(await measure(db, tags)).toEqual({ draw: expect.any(Number), count: expect.any(Number) })
})

/** Tables and partial indexes that are empty in a filled world, and why what they cost cannot follow the number of learners. */
const leftEmpty: Record<string, string> = {
  answer_files: 'papers that could not be sent, whose calls are left out',
  attempts_running: 'papers that are being sat: as many as scenes open at a time, each found by its learner, exam and place',
  attempts_to_settle: 'what the sweep looks for: the last minutes of those who sit',
  attempts_to_sweep: 'the same, of those whose time runs',
  attempts_to_sweep_after_switches: 'the same',
  attempts_to_sweep_pending: 'the same, of what waits for its result',
  learners_disabled: 'those who may not come in any more, who do nothing',
  login_failures: 'wrong passwords of the last minutes, by account; a login takes its own away',
  notice_reads: 'forgotten after half an hour, so they follow how many read at a time',
  outbox: 'text messages, whose calls are left out; the demo alone keeps them',
  rank_chunks: 'cut afterwards, once a bucket is crowded',
  request_limits: 'text messages and registrations of a short while, whose calls are left out',
  simulation_requests_to_sweep: 'what the sweep looks for: simulations that run',
  uploads: 'pictures of learners, whose call is left out',
  verification_codes: 'text messages, whose calls are left out',
}

test('no table and no partial index of a filled world is empty, or it is said why', async () => {
  const world = await openThrowaway({ seed: true, now: testMoment })
  try {
    await fillBySql(world.db, 2, () => {})
    // Leases come and go: one row for what one server does at a time.
    const { rows: parts } = await world.db.$client.query<{ name: string; table: string; condition: string }>(`
      select relname as name, relname as table, 'true' as condition from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ 'lease'
      union all select indexrelid::regclass::text, indrelid::regclass::text, pg_get_expr(indpred, indrelid) from pg_index where indpred is not null order by 1`)
    expect(parts.length).toBeGreaterThan(80)
    const empty: string[] = []
    for (const { name, table, condition } of parts) {
      const { rows } = await world.db.$client.query(`select 1 from ${table} where ${condition} limit 1`)
      if (rows.length === 0) empty.push(name)
    }
    expect(empty.toSorted()).toEqual(Object.keys(leftEmpty))
  } finally {
    await world.close()
  }
}, 300_000)
