import { expect, it } from 'vitest'
import { wireReport } from '@/lib/training/reports'

it.each([
  ['before its word', '恭喜获得5积分', 5], ['apart from it', '获得 20 积分', 20], ['after it', '编号1234567890，积分+15', 15], ['nowhere', '完成课程', null],
  ['beyond what is looked through', `${'字'.repeat(600)}5积分`, null], ['too large', `${'9'.repeat(400)}积分`, null], ['too large behind it', '积分 1234567890', null],
])('the points that a report tells stand %s', (_where, text, points) => {
  expect(wireReport.parse({ integral: [text] }).messages).toEqual([{ text, points }])
})
