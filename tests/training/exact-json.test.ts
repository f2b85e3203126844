import { expect, it } from 'vitest'
import { parseExactly } from '@/lib/training/exact-json'

it('a reply that breaks off in a text full of quotes is none, and is not looked at again from each of them', () => {
  const quotes = '\\"'.repeat(300_000)
  expect(parseExactly(`{"id":1747213461234565122,"text":"${quotes}"}`)).toEqual({ id: '1747213461234565122', text: '"'.repeat(300_000) })
  expect(() => parseExactly(`{"id":1747213461234565122,"text":"${quotes}`)).toThrow(SyntaxError)
})
