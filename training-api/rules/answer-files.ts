import { createDecipheriv, createHash, createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { z } from 'zod'

/** A tenant's key pair for answer files: P-256, the public half as base64url of its SPKI, named by the beginning of its hash. */
export type AnswerFileKey = { id: string; privateKey: string; publicKey: string }

/** One answer as the file tells it; `optionIds` are joined by an ampersand. */
export type FiledChange = { questionId: number; optionIds: string; operationId: string; seq: number }

/** What is in a file that could be read and is whole. */
export type ReadAnswerFile = { attemptId: number; answerId: number; learnerId: number; madeAt: Date; contentHash: string; sealed: boolean; changes: FiledChange[] }

/** The most characters a file may have, and the most answers in it. */
export const largestAnswerFile = 300_000
const mostAnswers = 1000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A new key pair. */
export function newAnswerFileKey(): AnswerFileKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url')
  return { id: sha256(spki).slice(0, 16), privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey: spki }
}

const id = z.string().regex(/^[1-9]\d{0,15}$/).transform(Number).pipe(z.number().max(Number.MAX_SAFE_INTEGER))
const base64url = z.string().regex(/^[\w-]+$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const envelope = z.object({
  format: z.literal('trainhall-answer-file'),
  version: z.literal(2),
  attempt: z.object({ attemptId: id, answerId: id }),
  learner: z.object({ id }),
  // A database knows no year 0, and its texts none of five digits, which an offset may make.
  madeAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)).refine((moment) => moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999),
  /** Absent where the browser has no SHA-256. */
  hash: hash.nullable(),
  content: z.string().optional(),
  sealed: z.object({ key: z.string(), from: base64url, iv: base64url, data: base64url }).optional(),
}).refine((file) => (file.content === undefined) !== (file.sealed === undefined))

const change = z.object({
  questionId: id,
  optionIds: z.array(z.string().regex(/^\d{1,16}$/)).max(40),
  opId: z.string().regex(/^[\w-]{8,64}$/),
  seq: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  answerHash: hash.nullable(),
}).transform(({ questionId, optionIds, opId, seq, answerHash }) => ({ questionId, optionIds: optionIds.toSorted((one, other) => Number(one) - Number(other)).join('&'), operationId: opId, seq, answerHash }))
const contents = z.object({ answers: z.array(change).min(1).max(mostAnswers) })

/**
 * What an answer file says, null when it cannot be read or was changed: its content is opened with the tenant's key where it came closed,
 * and must have the hash that stands beside it, as must each answer in it (the hash that its receipt would have).
 */
export function readAnswerFile(text: string, key: AnswerFileKey): ReadAnswerFile | null {
  const file = jsonOf(text, envelope)
  if (file === null) return null
  const content = file.sealed === undefined ? file.content : file.sealed.key === key.id ? opened(file.sealed, key, boundTo(file.attempt, file.hash)) : null
  if (content === null || content === undefined || (file.hash !== null && sha256(content) !== file.hash)) return null
  const answers = jsonOf(content, contents)?.answers
  if (answers === undefined) return null
  const isWhole = answers.every(({ answerHash, operationId, questionId, optionIds }) => answerHash === null || answerHash === sha256(`${operationId}|${questionId}|${optionIds}`))
  if (!isWhole) return null
  return {
    attemptId: file.attempt.attemptId, answerId: file.attempt.answerId, learnerId: file.learner.id, madeAt: file.madeAt, contentHash: sha256(content), sealed: file.sealed !== undefined,
    changes: answers.map(({ answerHash: _hash, ...one }) => one),
  }
}

/** What a closed content is bound to: it cannot be moved into the file of another attempt. */
function boundTo({ attemptId, answerId }: { attemptId: number; answerId: number }, contentHash: string | null): Buffer {
  return Buffer.from([attemptId, answerId, contentHash ?? ''].join('|'))
}

/** ECDH over P-256 with the file's own key, HKDF-SHA-256, AES-256-GCM with its tag at the end; null when it does not fit. */
function opened({ from, iv, data }: { from: string; iv: string; data: string }, key: AnswerFileKey, bound: Buffer): string | null {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(from, 'base64url'), format: 'der', type: 'spki' })
    const shared = diffieHellman({ privateKey: createPrivateKey(key.privateKey), publicKey })
    const nonce = Buffer.from(iv, 'base64url')
    const secret = Buffer.from(hkdfSync('sha256', shared, nonce, 'trainhall answer file', 32))
    const sealed = Buffer.from(data, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: 16 }).setAAD(bound).setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function jsonOf<T extends z.ZodType>(text: string, shape: T): z.output<T> | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** The number of a file that was received: its id and the beginning of its content's hash; people can type it. */
export function answerFileNumber(fileId: number, contentHash: string): string {
  return `${fileId.toString(36)}-${contentHash.slice(0, 16)}`.toUpperCase()
}

/** What the number of a file says of it. */
export type AnswerFileNumber = { fileId: number; hashBeginning: string }

/** What a number that somebody typed says; null when it is none. */
export function readAnswerFileNumber(text: string): AnswerFileNumber | null {
  const [, file, hashBeginning] = /^([\da-z]{1,11})-([\da-f]{16})$/.exec(text.trim().toLowerCase()) ?? []
  const fileId = Number.parseInt(file ?? '', 36)
  return hashBeginning === undefined || !Number.isSafeInteger(fileId) ? null : { fileId, hashBeginning }
}
