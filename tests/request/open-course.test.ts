import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { readCourse } from '@/lib/request/open-course'
import { checkCourseAccess } from '@/lib/training/courses'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
const ALLOWED = '3001'
const REFUSED = '3006'

type Said = { course?: unknown; check?: Response }

/** What came of `work`, and what was asked of the platform meanwhile; it says what it is told to, or what ours says. */
async function asked<T>(work: () => Promise<T>, said: Said = {}): Promise<[T, string[]]> {
  const calls: string[] = []
  let over = false
  const noting = (name: string, told: Response | undefined) => () => {
    if (over) return undefined
    calls.push(name)
    return told
  }
  platform.server.use(
    http.get(`${UPSTREAM}/train/app/course/:id`, noting('course', said.course === undefined ? undefined : HttpResponse.json({ code: 0, msg: null, data: said.course }))),
    http.get(`${UPSTREAM}/train/course/getClearFlagByCourseId`, noting('check', said.check)),
  )
  const result = await work()
  over = true
  return [result, calls]
}

describe('a course and whether it may be opened', () => {
  it('come in one answer of our platform, which says what its check says', async () => {
    const liming = await platform.learner('liming', 82)
    for (const id of [ALLOWED, REFUSED]) {
      const [[course, access], calls] = await asked(() => readCourse(liming, id))
      expect(calls).toEqual(['course'])
      expect(course?.id).toBe(id)
      expect(access).toEqual(await checkCourseAccess(liming, { id }))
      expect(access.allowed).toBe(id === ALLOWED)
    }
  })

  it('are both asked for where the platform does not say, the next time at once', async () => {
    const liming = await platform.learner('liming', 82)
    const theirs = { id: ALLOWED, courseName: '甲' }
    for (const clearance of [undefined, null, 1, '1', {}, { type: 3 }]) {
      const [[, access], calls] = await asked(() => readCourse(liming, ALLOWED), { course: { ...theirs, clearance } })
      expect(calls.toSorted(), JSON.stringify(clearance)).toEqual(['check', 'course'])
      expect(access, JSON.stringify(clearance)).toEqual({ allowed: true })
    }
    // The course is held back until the check was asked for too.
    let check = () => {}
    const checked = new Promise<void>((done) => (check = done))
    platform.server.use(
      http.get(`${UPSTREAM}/train/app/course/:id`, () => checked.then(() => HttpResponse.json({ code: 0, msg: null, data: theirs })), { once: true }),
      http.get(`${UPSTREAM}/train/course/getClearFlagByCourseId`, () => check(), { once: true }),
    )
    expect((await readCourse(liming, ALLOWED))[1]).toEqual({ allowed: true })
    const [failed, calls] = await asked(() => readCourse(liming, ALLOWED).catch((error: unknown) => error), { course: theirs, check: HttpResponse.json(null, { status: 500 }) })
    expect(calls).toContain('check')
    expect(failed).toMatchObject({ code: 'failed' })
  })

  it('are refused for one that is not there', async () => {
    const [opened] = await asked(async () => readCourse(await platform.learner('liming', 101), '3010'))
    expect(opened).toEqual([null, { allowed: false, reason: '' }])
  })
})
