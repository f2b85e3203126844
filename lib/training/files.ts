import 'server-only'
import { z } from 'zod'
import { env } from '@/lib/env'

const upstreamHost = new URL(env.UPSTREAM_BASE_URL).host

/** The folders whose files the platform gives to anybody: pictures, logos, attachments of notices, avatars (contract 4.15). */
const openFolders = /^\/(?:admin\/file\/(?:logo|avatar)|train\/file\/(?:banner|cover|floor|course|plan|picture|notice|tenant|download|icon))\//

function addressFor(raw: string): string | null {
  const text = raw.trim()
  if (/[\u0000-\u001f\\]/.test(text)) return null
  let path: string
  if (/^https?:\/\//i.test(text)) {
    const url = URL.parse(text)
    if (!url || url.username || url.password) return null
    // A host that the operator allows is fetched by the browser itself; anything else never reaches it.
    if (url.host !== upstreamHost) return env.FILE_HOSTS.includes(url.host) ? url.href : null
    path = url.pathname + url.search
  } else path = text.startsWith('/') ? text : `/${text}`
  if (!filePath.test(path) || path.includes('..')) return null
  return `${openFolders.test(path) ? '/api/public/files' : '/api/files'}${path}`
}

/** Paths of the platform that are files: letters of any language, no dots that climb, no query. */
export const filePath = /^\/(?:admin|train)\/file\/[\p{L}\p{N}_.\-/ %]+$/u

/** Whether anybody may fetch this file without a session. */
export function isOpenFile(path: string): boolean {
  return openFolders.test(path)
}

/** Whether a file belongs to a courseware package: those run on a host of their own, never on a tenant's. */
export function isPackageFile(path: string): boolean {
  return /^\/(?:admin|train)\/file\/courseware\//.test(path)
}

/** A file or picture of the platform as an address on our own origin (or an allowed host), null when there is none. */
export const wireFile = z.string().nullish().transform((value) => (value ? addressFor(value) : null))
