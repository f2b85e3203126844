import 'server-only'
import { z } from 'zod'
import { env } from '@/lib/env'

const upstream = new URL(env.UPSTREAM_BASE_URL)
/** What stands before the paths of the platform in its own addresses; empty where its root is the host's. */
const rootPath = upstream.pathname.replace(/\/$/, '')

/**
 * The folders whose files the platform gives to anybody, wherever they are named: covers and pictures of home, logos, attachments of notices,
 * avatars. A file of any other is asked for with the learner's token, without which the platform would refuse it.
 */
const openFolders = /^\/(?:admin\/file\/(?:logo|avatar)|train\/file\/(?:banner|cover|floor|course|plan|notice))\//

/** Where files are, name by name; a platform that keeps them elsewhere has its own folders from the operator. */
const folders = ['/admin/file', '/train/file', ...env.FILE_PATHS].map((path) => path.slice(1).split('/'))

/** What stands in no name of a file: it would end the path or lead elsewhere, or no address can hold it. */
const unfit = /^\.?$|\.\.|[\p{Cc}\p{Cs}/\\?#]/u

/** The path of a file of the platform as an address spells it, out of its names, encoded or not; null where they name none. */
export function filePathOf(given: readonly string[]): string | null {
  const names = given.map(decodedOnce)
  const isFile = folders.some((folder) => names.length > folder.length && folder.every((name, at) => names[at] === name)) && !names.some((name) => unfit.test(name))
  return isFile ? `/${names.map(encodeURIComponent).join('/')}` : null
}

function decodedOnce(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // A name that is no encoding, such as `100%.pdf`, stands for itself.
    return name
  }
}

/** Whether a file belongs to a courseware package: those run on a host of their own, never on a tenant's. */
export function isPackageFile(path: string): boolean {
  return /^\/(?:admin|train)\/file\/courseware\//.test(path)
}

function addressFor(raw: string, isOpen: (path: string) => boolean): string | null {
  const text = raw.trim()
  let path = text
  if (/^https?:\/\//i.test(text)) {
    const url = /[\p{Cc}\\]/u.test(text) ? null : URL.parse(text)
    if (!url || url.username || url.password) return null
    if (url.host !== upstream.host) return elsewhere(url)
    path = url.pathname + url.search
    if (path.startsWith(`${rootPath}/`)) path = path.slice(rootPath.length)
  }
  const file = filePathOf(path.replace(/^\//, '').split('/'))
  return file && `${isOpen(file) ? '/api/public/files' : '/api/files'}${file}`
}

/** A host that the operator allows is fetched by the browser itself, which loads nothing plain on a sealed page; anything else never reaches it. */
export function elsewhere(url: URL): string | null {
  if (!env.FILE_HOSTS.includes(url.host)) return null
  if (env.PUBLIC_SCHEME === 'https') url.protocol = 'https:'
  return url.href
}

const fileBy = (isOpen: (path: string) => boolean) => z.union([z.string(), z.number()]).nullish().transform((value) => (value ? addressFor(String(value), isOpen) : null))

/** A file or picture of the platform as an address on our own origin (or an allowed host), null when there is none. */
export const wireFile = fileBy((path) => openFolders.test(path))
/** The same of what anybody is shown, wherever the platform keeps it: it is fetched without a token (contract 4.15). */
export const wirePublicFile = fileBy(() => true)
