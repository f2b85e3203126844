import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { parseExactly } from '@/lib/training/exact-json'

it('a reply that breaks off in a text full of quotes is none, and is not looked at again from each of them', () => {
  const quotes = '\\"'.repeat(300_000)
  expect(parseExactly(`{"id":1747213461234565122,"text":"${quotes}"}`)).toEqual({ id: '1747213461234565122', text: '"'.repeat(300_000) })
  expect(() => parseExactly(`{"id":1747213461234565122,"text":"${quotes}`)).toThrow(SyntaxError)
})

it('whole numbers keep their digits, as numbers where those hold them and else as texts', () => {
  const edge = fc.constantFrom('999999999999999', '1000000000000000', '8999999999999999', '9000000000000000', '9007199254740991', '9007199254740992', '9999999999999999', '10000000000000000')
  const digits = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{13,20}$/)).map(([first, rest]) => `${first}${rest}`)
  const number = fc.tuple(fc.constantFrom('', '-'), fc.oneof(edge, digits)).map((parts) => parts.join(''))
  const of = (written: string) => (Number.isSafeInteger(Number(written)) ? Number(written) : written)
  fc.assert(fc.property(number, number, (one, other) => {
    expect(parseExactly(`{"id":${one},"text":":${other}", "list":[ ${other}, ${one}]}`)).toEqual({ id: of(one), text: `:${other}`, list: [of(other), of(one)] })
  }), { numRuns: 1_000 })
})

it('ids of ours, which will have sixteen digits, are read at once', () => {
  const replace = vi.spyOn(String.prototype, 'replace')
  expect(parseExactly('{"id":1000000000008192,"ids":[-8999999999999999, 1004000000000000]}')).toEqual({ id: 1000000000008192, ids: [-8999999999999999, 1004000000000000] })
  expect(replace).not.toHaveBeenCalled()
  expect(parseExactly('[9007199254740993]')).toEqual(['9007199254740993'])
  expect(replace).toHaveBeenCalled()
  replace.mockRestore()
})
