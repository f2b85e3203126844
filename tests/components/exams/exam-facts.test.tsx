// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { checkStorage } from '@/components/exams/device-check'
import { ExamFacts } from '@/components/exams/exam-facts'
import type { ExamDetail } from '@/lib/domain/exams'
import { show } from '../../support/render'

const exam: ExamDetail = {
  id: '8001', kind: 'theory', title: '低压电工理论考试', subjectName: '', companyName: '', paperId: '8200', sectionId: null, totalScore: 100, passScore: 60, questionCount: 30, practicalGroupCount: 0,
  answerMinutes: 45, extraTimeFactor: 1, attemptsAllowed: null, attemptsUsed: 2, matters: null, startsAt: null, endsAt: null, status: 'available', switches: null, simulation: null, attempts: [],
}
const names = () => screen.getAllByRole('term').map(({ textContent }) => textContent)

describe('what an exam is', () => {
  it('tells nothing of practical groups where there are none', () => {
    show(<ExamFacts exam={exam} />)
    expect(names()).toEqual(['考试类型', '总分', '及格分', '题目数量', '答题时间', '答题次数'])
  })

  it('tells of them, and nothing of questions and minutes, for a practical exam', () => {
    show(<ExamFacts exam={{ ...exam, kind: 'practical', questionCount: 0, practicalGroupCount: 3, answerMinutes: 0 }} />)
    expect(names()).toEqual(['考试类型', '总分', '及格分', '实操题组', '答题次数'])
    expect(screen.getByText('3 组')).toBeTruthy()
  })
})

it('a storage that refuses or keeps silent is no storage', async () => {
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: () => { throw new Error('blocked') } })
  expect(await checkStorage()).toBe(false)
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: { open: () => ({}) } })
  expect(await checkStorage()).toBe(false)
})
