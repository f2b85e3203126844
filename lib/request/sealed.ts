import 'server-only'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { env } from '@/lib/env'

const IV_BYTES = 12
const TAG_BYTES = 16
const keys = env.sessionSecrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'sealed values', 32)))

/** Something that a browser keeps for us and cannot read; it opens for the same owner and purpose only. */
export function seal(value: unknown, owner: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keys[0]!, iv).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** What was sealed for this owner; null for anything else. */
export function unseal(sealed: string, owner: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')) as unknown
    } catch {
      continue
    }
  }
  return null
}
