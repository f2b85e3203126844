import { expect, test } from 'vitest'
import { passedExams } from '../seed/exam-records.ts'
import { messageRecords, otherMessages } from '../seed/message-records.ts'
import { mainNotices, otherNotices } from '../seed/notice-records.ts'
import { mainPlans } from '../seed/plan-records.ts'

test('nothing that is told names a day or a season that the world moves away from', () => {
  const notices = [...mainNotices, ...Object.values(otherNotices).flat()].filter(({ released }) => released !== false)
  const messages = [...messageRecords, ...Object.values(otherMessages).flat()]
  const texts = [...notices.flatMap(({ title, paragraphs, list = [], file }) => [title, ...paragraphs, ...list, file?.[0] ?? '']), ...messages.flatMap(({ title, content, file }) => [title, content, file?.[0] ?? ''])]
  expect(texts.filter((text) => /20\d\d|\d月|月底|国庆|春节|[春夏秋冬汛][季期]/.test(text))).toEqual([])
})

test('a message that counts the days of a plan counts those it has', () => {
  const counted = messageRecords.flatMap(({ content, daysAgo }) => [...content.matchAll(/“(.+?)”还有 (\d+) 天结束/g)].map(([, plan, days]) => ({ plan, left: Number(days) - daysAgo })))
  expect(counted).not.toEqual([])
  for (const { plan, left } of counted) expect(mainPlans.find(({ title }) => title[0] === plan)?.endsInDays, plan).toBe(left)
})

test('what is said of an exam is said when it has begun', () => {
  const told = [...mainNotices, ...messageRecords].flatMap(({ title, daysAgo }) => passedExams.filter((exam) => title.startsWith(exam.title[0])).map(({ window: [begins] }) => ({ title, begins, daysAgo })))
  expect(told.length).toBeGreaterThanOrEqual(2)
  for (const { title, begins, daysAgo } of told) expect(daysAgo, title).toBeLessThanOrEqual(-begins)
})
