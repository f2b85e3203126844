import { describe, expect, it } from 'vitest'
import type { Learner } from '@/lib/domain/learner'
import type { StudyPlace } from '@/lib/domain/study'
import { visitEnd, visitStart } from '@/lib/domain/study-input'
import { listCourseChapters } from '@/lib/training/catalogue'
import { getCourse } from '@/lib/training/course-detail'
import { unlockSection } from '@/lib/training/enrolment'
import { getLearningSummary } from '@/lib/training/learner'
import { reportFraction } from '@/lib/training/section-scores'
import { endVisit, openVisit } from '@/lib/training/study'
import { mountPlatform } from '../support/platform'

const platform = mountPlatform()
const place = (chapterId: string, sectionId: string, courseId = '3001'): StudyPlace => ({ courseId, planId: null, itemId: null, chapterId, sectionId })
const video = place('3101', '3201')
const locked = place('3102', '3205')

/** All that a learner has in a course, to see that nothing of it changed. */
async function standing(who: Learner) {
  return { course: await getCourse(who, { courseId: '3001' }), chapters: await listCourseChapters(who, { courseId: '3001' }), summary: await getLearningSummary(who) }
}

/** Something that must not happen: refused in these words (or as missing, or forbidden), and nothing is changed by it. */
async function unchanged(who: Learner, act: () => Promise<unknown>, refusal: Record<string, unknown> | null) {
  const before = await standing(who)
  if (refusal) await expect(act()).rejects.toMatchObject(refusal)
  else await act()
  expect(await standing(who)).toEqual(before)
}

describe('bad input of the learning side is refused, and changes nothing', () => {
  const rejected = (message: string) => ({ code: 'rejected', message })

  it('a forged score of a video, of a simulation that never ran, of a locked section', async () => {
    const liming = await platform.learner('liming', 82)
    await unchanged(liming, () => reportFraction(liming, { place: video, fraction: 100, kind: 'study' }), null)
    await unchanged(liming, () => reportFraction(liming, { place: locked, fraction: 100, kind: 'simulation' }), rejected('该小节尚未解锁'))
    const other = await platform.learner('learner008', 82)
    await unchanged(other, () => reportFraction(other, { place: locked, fraction: 101, kind: 'simulation' }), rejected('仿真凭证无效或已过期'))
  })

  it.each([
    ['of another course', place('3101', '3211')], ['of another tenant', place('3101', '101001')], ['that is none', place('3101', '999999999')],
  ])('a report for a section %s', async (_which, other) => {
    const liming = await platform.learner('liming', 82)
    await unchanged(liming, () => openVisit(liming, { place: other, kind: 'study', name: 'x', enrol: false }), { code: 'missing' })
    await unchanged(liming, () => endVisit(liming, { place: other, kind: 'study', minutes: 480 }), { code: 'missing' })
    await unchanged(liming, () => reportFraction(liming, { place: other, fraction: 100, kind: 'study' }), { code: 'missing' })
  })

  it('a report for a course that somebody else began', async () => {
    const wangfang = await platform.learner('wangfang', 82)
    await unchanged(wangfang, () => openVisit(wangfang, { place: video, kind: 'study', name: 'x', enrol: false }), rejected('请先开始学习'))
    await unchanged(wangfang, () => reportFraction(wangfang, { place: place('3102', '3203'), fraction: 100, kind: 'study' }), rejected('请先开始学习'))
  })

  it('an end without a start, whatever it claims', async () => {
    const liming = await platform.learner('liming', 82)
    await unchanged(liming, () => endVisit(liming, { place: video, kind: 'study', minutes: 480 }), null)
  })

  it('more minutes than have passed', async () => {
    const learner = await platform.learner('learner040', 82)
    const minutes = async () => (await listCourseChapters(learner, { courseId: '3001' })).flatMap(({ sections }) => sections).find(({ id }) => id === '3201')?.learnedMinutes ?? 0
    await openVisit(learner, { place: video, kind: 'study', name: '用电安全概述', enrol: true })
    const before = await minutes()
    await endVisit(learner, { place: video, kind: 'study', minutes: 480 })
    expect(await minutes()).toBeLessThanOrEqual(before + 1)
  })

  it('an unlock out of order, and of somebody else\'s record', async () => {
    const liming = await platform.learner('liming', 82)
    const record = (await listCourseChapters(liming, { courseId: '3001' })).flatMap(({ sections }) => sections).find(({ id }) => id === '3205')?.sectionRecordId ?? ''
    const before = await standing(liming)
    expect(await unlockSection(liming, { sectionRecordId: record })).toEqual({ unlocked: false, reason: '上一小节未通过，无法解锁章节' })
    const veteran = await platform.learner('zhaoqiang', 82)
    await expect(unlockSection(veteran, { sectionRecordId: record })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await standing(liming)).toEqual(before)
  })

  it('doors take no report that names no section, and no time that no visit can have', () => {
    const visit = { visitId: 'a'.repeat(32), place: video, kind: 'study' }
    expect(visitEnd.safeParse({ ...visit, minutes: 12 }).success).toBe(true)
    for (const minutes of [-1, 481, 1.5, '12', null, Number.NaN]) expect(visitEnd.safeParse({ ...visit, minutes }).success).toBe(false)
    for (const other of [{ ...video, courseId: null }, { ...video, sectionId: '../3201' }, { ...video, sectionId: '' }, null]) {
      expect(visitStart.safeParse({ ...visit, place: other, name: 'x' }).success).toBe(false)
    }
  })
})
