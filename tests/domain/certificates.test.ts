import { describe, expect, it } from 'vitest'
import { emsOf, linesOf, sheetOf, truncated } from '@/lib/domain/certificate-sheet'
import { certificateWords, isCheckCode, isExpired, localDay, type PrintedCertificate } from '@/lib/domain/certificates'

const certificate: PrintedCertificate = {
  name: '低压电工作业安全', learnerName: '李明', workNumber: 'A0001', number: 'DY-2026-000231', issuer: '东岭电力培训中心', logoUrl: null,
  obtainedAt: '2026-01-31T10:20:00+08:00', validity: { kind: 'months', months: 1 }, layout: 'horizontal',
}
const say = (key: string, values?: Record<string, string | number>) => [key, ...Object.values(values ?? {})].join(' ')
const sheet = (given: Partial<PrintedCertificate>) => {
  const one = { ...certificate, ...given }
  return sheetOf(one, certificateWords(one, say, localDay))
}
const at = (text: string) => Date.parse(`${text}+08:00`)

describe('how long a certificate is valid', () => {
  it.each([
    ['permanently', { validity: { kind: 'permanent' } }, '2999-01-01T00:00:00', false],
    ['to the end of the last day of a short month', {}, '2026-02-28T23:59:59', false],
    ['and no longer', {}, '2026-03-01T00:00:00', true],
    ['the whole last day', { validity: { kind: 'until', date: '2027-03-01T00:00:00+08:00' } }, '2027-03-01T23:59:59', false],
    ['not the day after', { validity: { kind: 'until', date: '2027-03-01T23:59:59+08:00' } }, '2027-03-02T00:00:00', true],
    ['nobody knows where it is not said', { validity: null }, '2999-01-01T00:00:00', null],
    ['nor without a date to count from', { obtainedAt: null }, '2999-01-01T00:00:00', null],
    ['permanently also without a date', { obtainedAt: null, validity: { kind: 'permanent' } }, '2999-01-01T00:00:00', false],
  ] as [string, Partial<PrintedCertificate>, string, boolean | null][])('%s', (_, given, now, over) => {
    expect(isExpired({ ...certificate, ...given }, at(now))).toBe(over)
  })
})

describe('check codes', () => {
  it('are long and harmless', () => {
    expect(isCheckCode('5093310ab6f5e02c2a04697e51404be32e27f53b')).toBe(true)
    for (const code of ['', '9401', 'HN-2025-009401', '../../login/aaaaaaaaaaaaaaa', 'a'.repeat(65), 'aaaaaaaaaaaaaaaaaaaa?b']) expect(isCheckCode(code), code).toBe(false)
  })
})

describe('lines', () => {
  it('break anywhere between Chinese letters and between words, and never begin with a full stop', () => {
    expect(linesOf('低压电工作业安全。', 4, 9)).toEqual(['低压电工', '作业安全。'])
    expect(linesOf('Safe work on low voltage', 8, 9)).toEqual(['Safe work on', 'low voltage'])
    expect(linesOf('一二三四五六', 4, 1)).toEqual(['一二三…'])
    expect(linesOf('𠮷𠮷𠮷', 2, 9)).toEqual(['𠮷𠮷', '𠮷'])
    expect(linesOf('Donaudampfschifffahrt', 5, 9).join('')).toBe('Donaudampfschifffahrt')
  })

  it('are measured no further than anybody could print, whatever the text', () => {
    for (const text of ['\uff0c', ' ', 'a', '\u5b89', '\u{20bb7}', 'a ', '\u3000'].map((one) => one.repeat(20_000))) {
      const lines = linesOf(`x${text}`, 10, 99)
      expect(lines.join('').length, text.slice(0, 2)).toBeLessThanOrEqual(501)
      for (const line of lines) expect(emsOf(line), text.slice(0, 2)).toBeLessThanOrEqual(12)
      expect(lines.at(-1)).toMatch(/\u2026$/)
    }
  })

  it('are cut with an ellipsis, whole letters only', () => {
    expect(truncated('一二三', 3)).toBe('一二三')
    expect(truncated('一𠮷二三', 3)).toBe('一𠮷…')
    expect(emsOf(truncated('高压'.repeat(50), 20))).toBeLessThanOrEqual(20)
  })
})

describe('the sheet', () => {
  it('shows every field once', () => {
    for (const layout of ['horizontal', 'vertical'] as const) {
      const roles = sheet({ layout }).texts.map(({ role }) => role)
      expect(roles).toEqual(['title', 'holder', 'workNumber', 'statement', 'name', 'number-term', 'number', 'validity-term', 'validity', 'obtained-term', 'obtained', 'issuer-term', 'issuer', 'check'])
    }
    expect(sheet({ workNumber: null }).texts.map(({ role }) => role)).not.toContain('workNumber')
  })

  it('cuts a long course on the horizontal template and wraps it on the vertical one', () => {
    const name = '高压开关柜、变压器与继电保护装置的运行维护、定期试验及典型故障综合分析与应急处置实务'
    const shown = (layout: 'horizontal' | 'vertical') => sheet({ name, layout }).texts.filter(({ role }) => role === 'name').map(({ text }) => text)
    expect(shown('horizontal')).toEqual([expect.stringMatching(/^高压开关柜.*…$/)])
    expect(shown('vertical').join('')).toBe(name)
    expect(shown('vertical').length).toBeGreaterThan(1)
  })

  it('keeps everything on the paper and apart, with names of any length', () => {
    const long = { learnerName: 'Abdulaziz bin Muhammad al-Karim ibn Yusuf at-Tabrizi von Hohenlohe-Langenburg', issuer: '国家特种作业人员安全技术考核与职业技能等级认定华东区域联合培训管理中心', name: '安全'.repeat(80), number: 'X'.repeat(40) }
    for (const layout of ['horizontal', 'vertical'] as const) {
      const { texts, width, height, code } = sheet({ ...long, layout })
      for (const { text, x, baseline, size, anchor, width: room } of texts) {
        const wide = emsOf(text) * size
        const from = anchor === 'middle' ? x - wide / 2 : x
        expect(wide, text).toBeLessThanOrEqual(room + 0.01)
        expect(from, text).toBeGreaterThan(30)
        expect(from + wide, text).toBeLessThan(width - 30)
        expect(baseline, text).toBeLessThan(height - 36)
        const crosses = from < code.x + code.width && from + wide > code.x && baseline > code.y && baseline - size < code.y + code.height
        expect(crosses, text).toBe(false)
      }
      const rows = texts.filter(({ anchor }) => anchor === 'middle').toSorted((one, other) => one.baseline - other.baseline)
      for (const [index, row] of rows.entries()) if (index > 0) expect(row.baseline - row.size * 0.9, row.text).toBeGreaterThan(rows[index - 1]!.baseline)
    }
  })
})
