import { createHash, randomBytes } from 'node:crypto'

/** Life of an access token in seconds: 12 hours (contract 1.8). */
export const accessTokenSeconds = 12 * 3600

/** Life of a refresh token in seconds: 30 days. */
export const refreshTokenSeconds = 30 * 24 * 3600

/** A new opaque token: 32 random bytes, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256 in hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Seconds an access token stays good after a refresh has replaced it. */
export const supersededTokenSeconds = 60
