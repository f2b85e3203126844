import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { isCalledPdf } from '@/lib/domain/file-types'
import { env } from '@/lib/env'

/** The hash under which a policy lets one inline script of ours run. */
export function scriptHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** A fresh nonce for one page. */
export const freshNonce = () => randomBytes(16).toString('base64')

/**
 * The content security policy. Pages of learners carry a nonce; cached public pages cannot (their inline scripts are part of the cache),
 * so there cleaned content is the defence.
 */
export function contentPolicy(nonce: string | null, hashes: string[] = []): string {
  const files = env.FILE_HOSTS.map((host) => `${env.PUBLIC_SCHEME}://${host}`).join(' ')
  const dev = env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  const script = nonce ? `'nonce-${nonce}' 'strict-dynamic' ${hashes.join(' ')}${dev}` : `'self' 'unsafe-inline'${dev}`
  return [
    "default-src 'self'",
    `script-src ${script}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${files}`,
    `media-src 'self' blob: ${files}`,
    `connect-src 'self' ${files}`,
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    `frame-src ${env.CONTENT_ORIGIN ?? "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].map((line) => line.trim()).join('; ')
}

/** The policy of everything that is no page: should a browser ever show it as one, nothing runs and nothing is loaded. */
export const noPagePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The policy of a file at an address: opened there it is nobody's page, whatever it contains. A PDF is shown by the browser's own viewer,
 * which a sandbox would keep from it (`lib/request/file.ts` lets no other kind be shown under such a name).
 */
export const filePolicy = (address: string) => (isCalledPdf(address.replace(/\?.*$/s, '')) ? "base-uri 'none'; form-action 'none'; frame-ancestors 'none'" : `${noPagePolicy}; style-src 'unsafe-inline'; img-src data:; sandbox`)

/** What every answer of the web says to browsers beside the policy. */
export const plainHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': `camera=(), microphone=(), geolocation=(), payment=(), fullscreen=(self${env.CONTENT_ORIGIN ? ` "${env.CONTENT_ORIGIN}"` : ''}), unload=*`,
  ...(env.PUBLIC_SCHEME === 'https' ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
}

/**
 * What the courseware host says of everything it serves: packages may run whatever they brought along, reach nobody but that host, and be
 * framed by the player that launched them alone. No cookie is ever set there.
 */
export function contentHeaders(appOrigin: string | null): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
      "connect-src 'self' blob: data:",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      `frame-ancestors ${appOrigin === null ? "'none'" : `'self' ${appOrigin}`}`,
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), unload=*',
    'X-Robots-Tag': 'noindex',
    ...(env.PUBLIC_SCHEME === 'https' ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
