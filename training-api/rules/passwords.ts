import { argon2, createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import os from 'node:os'
import { inTurn } from './in-turn.ts'

/** How a password may be disguised on its way to the token call (contract 1.8). */
export const passwordCiphers = ['aes-cbc-zero', 'aes-cfb', 'none'] as const

/** One of the three disguises. */
export type PasswordCipher = (typeof passwordCiphers)[number]

/** The password in clear, undefined when the text cannot be one in this cipher; key = IV = 16 bytes. */
export function decipherPassword(text: string, cipher: PasswordCipher, key: string): string | undefined {
  if (cipher === 'none') return text
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  const secret = Buffer.from(key)
  if (cipher === 'aes-cfb') {
    const decipher = createDecipheriv('aes-128-cfb', secret, secret)
    return asText(Buffer.concat([decipher.update(bytes), decipher.final()]))
  }
  if (bytes.length === 0 || bytes.length % 16 !== 0) return undefined
  const decipher = createDecipheriv('aes-128-cbc', secret, secret).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()])
  return asText(padded.subarray(0, padded.findLastIndex((byte) => byte !== 0) + 1))
}

/** The disguised password, as the client sends it. */
export function encipherPassword(password: string, cipher: PasswordCipher, key: string): string {
  if (cipher === 'none') return password
  const secret = Buffer.from(key)
  const bytes = Buffer.from(password)
  if (cipher === 'aes-cfb') {
    const encipher = createCipheriv('aes-128-cfb', secret, secret)
    return Buffer.concat([encipher.update(bytes), encipher.final()]).toString('base64')
  }
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])
  const encipher = createCipheriv('aes-128-cbc', secret, secret).setAutoPadding(false)
  return Buffer.concat([encipher.update(padded), encipher.final()]).toString('base64')
}

function asText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether a text may become a password: 6 to 18 characters, none of them blank or invisible (contract 8). */
export function isPasswordAllowed(password: string): boolean {
  return /^[^\s\p{C}]{6,18}$/u.test(password)
}

/** Whether a text may become the password of a registration or a reset: 6 to 18 letters or digits (spec 3 §5). */
export function isPlainPassword(password: string): boolean {
  return /^[A-Za-z0-9]{6,18}$/.test(password)
}

/**
 * The threads that hash also read files and look up names: never all of them are given to passwords. What waits longer than callers do would
 * be hashed for nobody.
 */
const hashing = inTurn(Math.max(1, Math.min(os.availableParallelism(), 3)), 300)
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** A password hashed with argon2id (m=19456, t=2, p=1) as a PHC string; two calls give different strings unless they name the salt. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const tag = await hashing(() => argon2id(password, salt, cost))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${phc(salt)}$${phc(tag)}`
}

/** Whether the password belongs to a stored PHC string, argon2id or scrypt; false for any other string. */
export async function isPasswordRight(password: string, stored: string): Promise<boolean> {
  const [, scheme, ...parts] = stored.split('$')
  if (scheme === 'argon2id') {
    const [, settings, salt, tag] = parts
    const numbers = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(settings ?? '')
    if (!numbers || !salt || !tag) return false
    const given = { memory: Number(numbers[1]), passes: Number(numbers[2]), parallelism: Number(numbers[3]) }
    return isSame(await hashing(() => argon2id(password, Buffer.from(salt, 'base64'), given)), tag)
  }
  if (scheme === 'scrypt') {
    const [settings, salt, tag] = parts
    const numbers = /^ln=(\d+),r=(\d+),p=(\d+)$/.exec(settings ?? '')
    if (!numbers || !salt || !tag) return false
    const given = { N: 2 ** Number(numbers[1]), r: Number(numbers[2]), p: Number(numbers[3]), maxmem: 256 * 1024 * 1024 }
    return isSame(await hashing(() => scryptTag(password, Buffer.from(salt, 'base64'), given)), tag)
  }
  return false
}

/** Whether a stored PHC string was made with weaker settings than today's and should be made anew at login. */
export function isHashOutdated(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`)
}

/** The stored password of nobody, which was never made of one: the first check takes no longer than any other. */
const standIn = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${phc(randomBytes(16))}$${phc(randomBytes(tagLength))}`

/** Takes as long as checking a password and always says no: for accounts that do not exist. */
export async function pretendToCheck(password: string): Promise<false> {
  await isPasswordRight(password, standIn)
  return false
}

function phc(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function isSame(tag: Buffer, stored: string): boolean {
  const expected = Buffer.from(stored, 'base64')
  return expected.length === tag.length && timingSafeEqual(expected, tag)
}

function argon2id(password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    argon2('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength }, (fault, tag) =>
      fault ? reject(fault) : resolve(tag),
    ),
  )
}

function scryptTag(password: string, salt: Buffer, settings: Parameters<typeof scrypt>[3]): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password, salt, tagLength, settings, (fault, tag) => (fault ? reject(fault) : resolve(tag))),
  )
}
