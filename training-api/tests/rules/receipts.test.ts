import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerHash, firstPreviousHash, handInHash, handInNumber, isSigned, linkHash, newSigningKey, readReceiptCode, receiptCode, signHash } from '../../rules/receipts.ts'

const link = { tenantId: 82, attemptId: 6_004_799_503_160_661, link: 3, questionId: 1001, answerHash: answerHash('operation-1', 1001, '10011'), savedAt: new Date('2026-03-10T02:00:00.123Z'), previousHash: firstPreviousHash }

test('every field is part of the hash', () => {
  const hash = linkHash(link)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const others = [{ tenantId: 83 }, { attemptId: 1 }, { link: 4 }, { questionId: 1002 }, { answerHash: answerHash('operation-1', 1001, '10012') }, { savedAt: new Date('2026-03-10T02:00:00.124Z') }, { previousHash: hash }]
  expect(new Set([hash, ...others.map((other) => linkHash({ ...link, ...other }))]).size).toBe(others.length + 1)
  const handIn = { tenantId: 82, attemptId: 1, submittedAt: link.savedAt, by: 'learner', answeredCount: 3, questionCount: 5, head: hash }
  expect(handInHash(handIn)).not.toBe(handInHash({ ...handIn, head: null }))
})

test('codes are read back, in any case, and nothing else is', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), fc.integer({ min: 1, max: 999_999_999 }), (attemptId, at) => {
    const hash = linkHash({ ...link, attemptId, link: at })
    expect(readReceiptCode(receiptCode(attemptId, at, hash).toLowerCase())).toEqual({ attemptId, link: at, start: hash.slice(0, 16) })
    expect(readReceiptCode(handInNumber(attemptId, hash))).toEqual({ attemptId, link: null, start: hash.slice(0, 16) })
  }))
  fc.assert(fc.property(fc.string(), (text) => {
    const read = readReceiptCode(text)
    if (read !== null) expect(text.trim()).toMatch(/^[\w]+(-\d+)?-[0-9a-fA-F]{16}$/)
  }))
})

test('a signature holds for its hash and its key only', () => {
  const [key, other] = [newSigningKey(), newSigningKey()]
  const hash = linkHash(link)
  const signature = signHash(key, hash)
  expect(signHash(key, hash)).toBe(signature)
  expect(isSigned(key.publicKey, hash, signature)).toBe(true)
  expect(isSigned(other.publicKey, hash, signature)).toBe(false)
  expect(isSigned(key.publicKey, linkHash({ ...link, link: 4 }), signature)).toBe(false)
  for (const nonsense of ['', 'x', signature.slice(1), signature.slice(0, -1), `${signature}!`, `${signature.slice(0, 9)} ${signature.slice(9)}`]) expect(isSigned(key.publicKey, hash, nonsense)).toBe(false)
})
