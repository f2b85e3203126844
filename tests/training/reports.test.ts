import { expect, it } from 'vitest'
import { wireReport } from '@/lib/training/reports'

it.each([
  ['before its word', '恭喜获得5积分', 5], ['apart from it', '获得 20 积分', 20], ['after it', '编号1234567890，积分+15', 15], ['nowhere', '完成课程', null],
  ['beyond what is looked through', `${'字'.repeat(600)}5积分`, null], ['too large', `${'9'.repeat(400)}积分`, null], ['too large behind it', '积分 1234567890', null],
])('the points that a report tells stand %s', (_where, text, points) => {
  expect(wireReport.parse({ integral: [text] }).messages).toEqual([{ text, points }])
})

it.each([[true], [[]], ['提交成功'], [7], [{ certificate: true }], [{ integral: { a: {} } }], [{ certificate: {}, integral: 5 }]])('a report that tells something else than its form, %j, is done all the same', (data) => {
  const { messages, certificate } = wireReport.parse(data)
  expect([messages.filter(({ text }) => text !== '5'), certificate]).toEqual([[], null])
})

it('what of a report can be read is told beside what cannot', () => {
  expect(wireReport.parse({ integral: ['获得5积分'], certificate: true }).messages).toEqual([{ text: '获得5积分', points: 5 }])
  expect(wireReport.parse({ integral: [[]], certificate: 2, certificateInfo: { name: '证书' } }).certificate?.name).toBe('证书')
})
