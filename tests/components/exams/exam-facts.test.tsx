// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { checkStorage } from '@/components/exams/device-check'
import { ExamFacts } from '@/components/exams/exam-facts'
import { ExamResultView } from '@/components/exams/exam-result'
import { AttemptRules } from '@/components/exams/exam-start'
import type { ExamOrigin } from '@/lib/domain/attempts'
import type { Attempt, ExamDetail, ExamResult } from '@/lib/domain/exams'
import { show } from '../../support/render'

const exam: ExamDetail = {
  id: '8001', kind: 'theory', title: '低压电工理论考试', subjectName: '', companyName: '', paperId: '8200', sectionId: null, totalScore: 100, passScore: 60, questionCount: 30, practicalGroupCount: 0,
  answerMinutes: 45, extraTimeFactor: 1, attemptsAllowed: null, attemptsUsed: 2, matters: null, startsAt: null, endsAt: null, status: 'available', switches: null, simulation: null, reportedRequestId: null, attempts: [],
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

it('the number of attempts is told where it is known, and without a limit only where there is none', () => {
  for (const [more, fact, rule] of [
    [{ attemptsAllowed: 3 }, '共 3 次，已用 2 次', '还有 1 次机会，开始即用掉 1 次'], [{}, '不限次数，已用 2 次', '次数不限，取最好成绩'], [{ isLimitUntold: true as const }, '已用 2 次', '已用 2 次机会'],
  ] as const) {
    show(<><ExamFacts exam={{ ...exam, ...more }} /><AttemptRules exam={{ ...exam, ...more }} origin="standalone" /></>)
    expect([screen.getByText('答题次数').nextSibling?.textContent, screen.queryByText(rule) === null]).toEqual([fact, false])
    cleanup()
  }
})

describe('what an attempt will ask', () => {
  const limits = (switches: ExamDetail['switches'], origin: ExamOrigin = 'standalone') => {
    show(<AttemptRules exam={{ ...exam, switches }} origin={origin} />)
    return screen.getAllByRole('listitem').map(({ textContent }) => textContent).filter((text) => /切屏|离开/.test(text ?? ''))
  }
  it('tells the rule of screen switches as far as the platform does, and none where there is none', () => {
    expect(limits(null)).toEqual([expect.stringContaining('算离开'), expect.stringContaining('如本场考试限制切屏')])
    cleanup()
    expect(limits({ count: 3, seconds: 60 })).toEqual([expect.stringContaining('算离开'), expect.stringContaining('最多切屏 3 次'), expect.stringContaining('最多离开 60 秒')])
    cleanup()
    expect(limits({ count: null, seconds: null })).toEqual([])
  })

  it.each(['section', 'planExam'] as const)('promises no hand-in because of screen switches where none are counted: %s', (origin) => {
    for (const switches of [null, { count: 3, seconds: 60 }]) {
      expect(limits(switches, origin)).toEqual([])
      cleanup()
    }
  })

  it('counts the attempts that are left beside the one that goes on', () => {
    const attempt: Attempt = { id: '1', answerId: '2', number: 3, score: null, state: 'running', outcome: null, startedAt: null, finishedAt: null, practical: null }
    show(<AttemptRules exam={{ ...exam, attemptsAllowed: 3, attemptsUsed: 3, attempts: [attempt] }} origin="standalone" />)
    expect(screen.getByText('第 3 次作答正在进行，这是最后一次机会')).toBeTruthy()
    cleanup()
    show(<AttemptRules exam={{ ...exam, attempts: [attempt] }} origin="standalone" />)
    expect(screen.getByText('第 3 次作答正在进行')).toBeTruthy()
  })

  it('promises neither minutes nor an end for the attempt that goes on, where that keeps those that it began with', () => {
    const attempt: Attempt = { id: '1', answerId: '2', number: 3, score: null, state: 'running', outcome: null, startedAt: null, finishedAt: null, practical: null }
    const told = (attempts: Attempt[], handsIn: boolean) => {
      show(<AttemptRules exam={{ ...exam, attempts }} origin="standalone" endsAt="2026-03-10T11:27:00+08:00" handsIn={handsIn} />)
      const words = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
      cleanup()
      return [/分钟内/, /^考试将于/].map((promise) => words.some((text) => promise.test(text ?? '')))
    }
    expect([told([], true), told([attempt], true)]).toEqual([[true, true], [false, false]])
    // A platform without the exam protocol tells no end of an attempt: its page goes by these minutes.
    expect(told([attempt], false)).toEqual([true, true])
  })
})

describe('the result of an attempt', () => {
  const place = { origin: 'standalone' as const, examId: '8005', paperId: null, attemptId: '1', answerId: null, isSimulation: false }
  const result: ExamResult = {
    score: 86, passScore: 60, totalScore: 100, outcome: 'passed', submittedAt: null, usedMs: 0, accuracy: 0, ranking: null, averageScore: null, averageMs: null, averageAccuracy: null, isSimulation: false,
    paperId: '8205', rows: [], kind: 'practical', practical: { groupId: '7', detailId: '9' }, title: null, startedAt: null, attemptNumber: null, attemptTotal: null, learnerCount: null, handInNumber: null,
  }
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
  it('leads to the practical part where there is one, and to answers where there are questions', () => {
    show(<ExamResultView attempt={place} result={result} backHref="/" hasReceipts={false} />)
    expect(links()).toEqual(['查看实操详情', '返回考试准备'])
    expect(screen.getByRole('link', { name: '查看实操详情' }).getAttribute('href')).toContain('paperId=8205')
    cleanup()
    show(<ExamResultView attempt={place} result={{ ...result, kind: 'theory' }} backHref="/" hasReceipts={false} />)
    expect(links()).toEqual(['查看答题详情', '查看实操详情', '返回考试准备'])
  })

  it('is drawn against the average in parts of what can be reached; time alone by the longer one', () => {
    show(<ExamResultView attempt={place} result={{ ...result, score: 86, averageScore: 50, usedMs: 60_000, averageMs: 120_000, accuracy: 0.767, averageAccuracy: 0.5 }} backHref="/" hasReceipts={false} />)
    const widths = [...document.querySelectorAll<HTMLElement>('[aria-labelledby="comparison"] i')].map((bar) => Math.round(Number.parseFloat(bar.style.getPropertyValue('--v'))))
    expect(widths).toEqual([86, 50, 50, 100, 77, 50])
  })

  it('says of an accuracy that is not known that it is not, and draws none beside the average', () => {
    show(<ExamResultView attempt={place} result={{ ...result, averageScore: 50, averageMs: 1000, averageAccuracy: 0.5, ranking: 1, accuracy: null }} backHref="/" hasReceipts={false} />)
    const [term] = screen.getAllByText('正确率', { selector: 'dt' })
    expect(term!.nextSibling?.textContent).toBe('暂无')
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['得分', '答题用时'])
    expect(screen.queryByText('0%')).toBeNull()
  })

  it('below what is needed never reads as if it were there', () => {
    show(<ExamResultView attempt={place} result={{ ...result, score: 59.96, outcome: 'failed', averageScore: 59.999, accuracy: 0.59996 }} backHref="/" hasReceipts={false} />)
    expect(screen.getAllByText('59.96')).toHaveLength(2)
    expect(screen.getAllByText('59.99')).toHaveLength(2)
    expect(screen.getByText('59.9%')).toBeTruthy()
  })

  it('reads as it was added up, without what binary fractions leave over', () => {
    show(<ExamResultView attempt={place} result={{ ...result, score: 17.9 + 0.7, averageScore: 17.9 + 0.7, accuracy: 64.1 / 100 }} backHref="/" hasReceipts={false} />)
    expect(screen.getAllByText('18.6').length).toBeGreaterThan(1)
    expect(screen.getByText('64.1%')).toBeTruthy()
  })
})

it('a storage that refuses or keeps silent is no storage', async () => {
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: () => { throw new Error('blocked') } })
  expect(await checkStorage()).toBe(false)
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: { open: () => ({}) } })
  expect(await checkStorage()).toBe(false)
})
