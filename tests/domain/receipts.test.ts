import { expect, it } from 'vitest'
import { receiptCheckInput } from '@/lib/domain/receipts-input'

const code = '2GH-3-0123456789ABCDEF'
const signature = 'a'.repeat(86)
const signatureOf = (given: unknown) => receiptCheckInput.parse({ code, signature: given }).signature

it('a signature goes on to be checked however broken it is, and none where none is given', () => {
  expect([signature, ` ${signature} `, signature.slice(0, 20), `${signature}!`].map(signatureOf)).toEqual([signature, signature, signature.slice(0, 20), `${signature}!`])
  expect([undefined, null, '', ' '].map((given) => signatureOf(given) ?? null)).toEqual([null, null, null, null])
})

it('what can be no signature is one that fits nothing, so that no receipt is called valid unchecked', () => {
  for (const given of ['a'.repeat(201), [signature, signature], 7]) expect(signatureOf(given)).toBe('-')
})
