// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { PlanDetailHero } from '@/components/plans/plan-detail-hero'
import type { PlanItem } from '@/lib/domain/catalogue'
import type { PlanDetail } from '@/lib/domain/course-detail'
import { closureOf } from '@/lib/domain/enrolment'
import type { Locale } from '@/lib/domain/locale'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined }) }))

const plan: PlanDetail = {
  id: '5001', name: '年度复训计划', cover: { pictureUrl: null, words: null }, hours: 24, credits: 6, teacherName: '', companyName: '', joinCount: 1, rating: 0, isFavourite: false, state: 'notStarted', result: 'unfinished',
  sequential: false, permission: 'forbidden', introduction: null, progressPercent: 0, currentSectionName: null, nextSectionName: null,
  startsAt: '2025-01-01T00:00:00+08:00', endsAt: '2025-12-31T00:00:00+08:00', window: 'ended', hoursText: null, sectionsDone: 0, sectionsTotal: 4, currentItemId: null, learnedHours: null,
}
const item = (kind: PlanItem['kind'], id: string): PlanItem => ({ id, planId: '5001', targetId: id, name: id, kind, state: 'notStarted', chapters: [] })
const hero = (given: PlanDetail, items: PlanItem[] = [], locale: Locale = 'zh') => act(async () => {
  show(<QueryClientProvider client={new QueryClient()}><PlanDetailHero plan={given} closure={closureOf(given)} items={Promise.resolve({ value: items })} certificate={Promise.resolve({ value: null })} /></QueryClientProvider>, locale)
})
const WITHOUT_PERMISSION = '您无权限学习本课程/计划，详情请咨询管理人员'

describe('the head of a plan that may not be studied', () => {
  it('says on the button that it has ended, and beside it that there is no permission', async () => {
    await hero(plan)
    expect(screen.getByRole('button', { name: '计划已结束', description: WITHOUT_PERMISSION })).toHaveProperty('disabled', true)
  })

  it('says how it ended when the button cannot', async () => {
    await hero({ ...plan, state: 'failed', result: 'failed' })
    expect(screen.getByRole('button', { name: '计划已结束', description: WITHOUT_PERMISSION })).toBeTruthy()
    expect(screen.getByText('未通过')).toBeTruthy()
  })

  it('says the state on the button while its dates are open', async () => {
    await hero({ ...plan, window: 'open' })
    expect(screen.getByRole('button', { name: '开始学习', description: WITHOUT_PERMISSION })).toHaveProperty('disabled', true)
  })
})

it('calls a section the last one only where there is one', async () => {
  const next = () => screen.getByText('下一小节').nextElementSibling!.textContent
  await hero({ ...plan, currentSectionName: null })
  expect(next()).toBe('–')
  cleanup()
  await hero({ ...plan, currentSectionName: '入职理论考试' })
  expect(next()).toBe('已是最后一节')
})

it.each([
  ['zh', ['course', 'course'], '完成条件：通过全部 2 门课程', '2 门课程'],
  ['zh', ['exam'], '完成条件：通过全部 1 场考试', '1 场考试'],
  ['zh', ['course', 'exam'], '完成条件：通过全部 1 门课程和 1 场考试', '1 门课程 1 场考试'],
  ['en', ['course'], 'To complete: pass the one course', '1 course'],
  ['en', ['exam', 'exam'], 'To complete: pass all 2 exams', '2 exams'],
  ['en', ['course', 'course', 'exam'], 'To complete: pass all 2 courses and the one exam', '2 courses, 1 exam'],
  ['ja', ['course', 'course'], '修了条件：全2コースに合格', '2コース'],
  ['ja', ['exam', 'exam'], '修了条件：全2試験に合格', '2試験'],
] as const)('says in %s what completes a plan of %j', async (locale, kinds, rule, size) => {
  await hero({ ...plan, permission: 'allowed', window: 'open' }, kinds.map((kind, at) => item(kind, String(at))), locale)
  expect(screen.getByText(rule)).toBeTruthy()
  expect(screen.getByText(size)).toBeTruthy()
})
