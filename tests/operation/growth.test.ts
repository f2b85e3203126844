// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { vacuum } from '@/scripts/bench/databases.mjs'
import { fill, measure } from '@/scripts/bench/practice.mjs'
import { openThrowaway } from '@/training-api/tests/throwaway'

const routes = 'training-api/routes'

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
  '/admin/file/': 'a file by its path',
  '/train/file/': 'a file by its path; the places that name it belong to a tenant and its courses, not to its learners',
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
  '/train/examPlanApp/handInAnswerFile': 'one row, and the answers of one attempt',
}

test('growth is measured of every call of a learner, or it is said why not', () => {
  const measured = readFileSync('scripts/bench/growth/operations.mjs', 'utf8')
  const isMeasured = (path: string) => {
    const fixed = path.split('/:')[0]!
    return path.includes('/:') ? measured.includes(`\`${fixed}/\${`) : new RegExp(`['\`]${fixed}(?![\\w/])`).test(measured)
  }
  const paths = readdirSync(routes).filter((name) => name.endsWith('.ts')).flatMap((name) => [...readFileSync(`${routes}/${name}`, 'utf8').matchAll(/'(\/(?:train|admin|auth)\/[^']+)'/g)].map(([, path]) => path!))
  expect(paths.length).toBeGreaterThan(100)
  const known = new Set(paths)
  expect([...known].filter((path) => !isMeasured(path) && !(path in leftOut))).toEqual([])
  // No reason for what is measured, or is not there any more.
  expect(Object.keys(leftOut).filter((path) => isMeasured(path) || !known.has(path))).toEqual([])
})

const { db, close } = await openThrowaway({ seed: false, now: new Date(0) })
afterAll(close)

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
