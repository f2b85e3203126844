import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepFormatters } from '@/lib/i18n/kept-formatters'

const { DateTimeFormat, NumberFormat, PluralRules, RelativeTimeFormat, ListFormat } = Intl
const own = { DateTimeFormat, NumberFormat, PluralRules, RelativeTimeFormat, ListFormat }

describe('kept formatters', () => {
  beforeAll(keepFormatters)
  afterAll(() => void Object.assign(Intl, own))

  it('are the same for the same wishes, and others for others', () => {
    const day = () => new Intl.DateTimeFormat('zh', { timeZone: 'Asia/Shanghai', month: 'long', day: 'numeric' })
    expect(day()).toBe(day())
    expect(day()).not.toBe(new Intl.DateTimeFormat('ja', { timeZone: 'Asia/Shanghai', month: 'long', day: 'numeric' }))
    expect(day()).not.toBe(new Intl.DateTimeFormat('zh', { timeZone: 'UTC', month: 'long', day: 'numeric' }))
    expect(new Intl.NumberFormat('en')).not.toBe(new Intl.DateTimeFormat('en'))
  })

  it('say what the others say', () => {
    const at = new Date('2026-11-22T18:00:00Z')
    const wishes = { timeZone: 'Asia/Shanghai', dateStyle: 'medium', timeStyle: 'short' } as const
    for (const locale of ['zh', 'en', 'ja']) {
      expect(new Intl.DateTimeFormat(locale, wishes).format(at)).toBe(new own.DateTimeFormat(locale, wishes).format(at))
      expect(new Intl.NumberFormat(locale).format(1234567.8)).toBe(new own.NumberFormat(locale).format(1234567.8))
      expect(new Intl.PluralRules(locale).select(1)).toBe(new own.PluralRules(locale).select(1))
    }
    expect(new Intl.DateTimeFormat('en')).toBeInstanceOf(Intl.DateTimeFormat)
    expect(Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(at)).toBe('11/22/2026')
  })

  it('are made for everybody who names a language as an object, extends one, or asks for what there is not', () => {
    const [german, english] = [new Intl.Locale('de'), new Intl.Locale('en')]
    expect(new Intl.NumberFormat(german as never).format(1.5)).toBe('1,5')
    expect(new Intl.NumberFormat(english as never).format(1.5)).toBe('1.5')
    class Whole extends Intl.NumberFormat {
      whole = true
    }
    expect(new Whole('en').whole).toBe(true)
    expect(() => new Intl.DateTimeFormat('en', { timeZone: 'Nowhere' })).toThrow(RangeError)
  })
})
