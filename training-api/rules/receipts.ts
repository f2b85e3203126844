import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** What stands before the first receipt of an attempt. */
export const firstPreviousHash = '0'.repeat(64)

/** A key pair that signs receipts, as PEM. */
export type SigningKey = { privateKey: string; publicKey: string }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A new Ed25519 key pair. */
export function newSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** What a receipt says of an answer without telling it: SHA-256 of `opId|questionId|answer`. */
export function answerHash(operationId: string, questionId: number, optionIds: string): string {
  return sha256(`${operationId}|${questionId}|${optionIds}`)
}

export type Link = { tenantId: number; attemptId: number; link: number; questionId: number; answerHash: string; savedAt: Date; previousHash: string }

/** The hash of one link of the chain, which holds the hash of the one before it. */
export function linkHash({ tenantId, attemptId, link, questionId, answerHash: answer, savedAt, previousHash }: Link): string {
  return sha256(['receipt', tenantId, attemptId, link, questionId, answer, savedAt.toISOString(), previousHash].join('|'))
}

export type HandedIn = { tenantId: number; attemptId: number; submittedAt: Date; by: string; answeredCount: number; questionCount: number; head: string | null }

/** The hash of a hand-in: attempt, time, who handed in, how much was answered, and the last receipt. */
export function handInHash({ tenantId, attemptId, submittedAt, by, answeredCount, questionCount, head }: HandedIn): string {
  return sha256(['handIn', tenantId, attemptId, submittedAt.toISOString(), by, answeredCount, questionCount, head ?? ''].join('|'))
}

const codeHashLength = 16

/** The short name of an answer's receipt: attempt, link and the beginning of its hash; people can type it. */
export function receiptCode(attemptId: number, link: number, hash: string): string {
  return `${attemptId.toString(36)}-${link}-${hash.slice(0, codeHashLength)}`.toUpperCase()
}

/** The number of a hand-in: attempt and the beginning of its hash. */
export function handInNumber(attemptId: number, hash: string): string {
  return `${attemptId.toString(36)}-${hash.slice(0, codeHashLength)}`.toUpperCase()
}

/** What a code or number names; null when it is neither. `link` is null for a hand-in. */
export function readReceiptCode(code: string): { attemptId: number; link: number | null; start: string } | null {
  const parts = /^([0-9A-Z]{1,11})-(?:(\d{1,9})-)?([0-9A-F]{16})$/.exec(code.trim().toUpperCase())
  if (parts === null) return null
  const attemptId = parseInt(parts[1] ?? '', 36)
  if (!Number.isSafeInteger(attemptId)) return null
  return { attemptId, link: parts[2] === undefined ? null : Number(parts[2]), start: (parts[3] ?? '').toLowerCase() }
}

/** Reading a key takes longer than signing with it. */
const readKeys = new WeakMap<SigningKey, KeyObject>()

function privateKeyOf(key: SigningKey): KeyObject {
  const known = readKeys.get(key) ?? createPrivateKey(key.privateKey)
  readKeys.set(key, known)
  return known
}

/** The signature of a hash (its 64 hexadecimal characters), base64url. */
export function signHash(key: SigningKey, hash: string): string {
  return sign(null, Buffer.from(hash), privateKeyOf(key)).toString('base64url')
}

/** Whether a signature is this key's for this hash, letter by letter: reading it would leave out what does not belong. */
export function isSigned(publicKey: string, hash: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.toString('base64url') !== signature) return false
  try {
    return verify(null, Buffer.from(hash), createPublicKey(publicKey), bytes)
  } catch {
    return false
  }
}
