import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { Api } from '../app.ts'
import { requireCaller } from '../caller.ts'
import type { ApiContext } from '../context.ts'
import { CallError, missing } from '../envelope.ts'
import { createFileOwners } from '../file-owners.ts'
import { findFolded } from '../packages/find.ts'
import { getUpload, readUpload } from '../queries/accounts.ts'
import { contentTypeOf, isOpenToAll, safeMediaPath } from '../rules/media.ts'
import { messages } from '../rules/messages.ts'
import { packageFilePlace, PackageRefused } from '../rules/packages.ts'
import { readRange } from '../rules/ranges.ts'
import { avatarFileId, avatarPath } from '../rules/uploads.ts'

type StoredFile = {
  sizeBytes: number
  contentType: string
  etag: string
  lastModified?: Date
  /** Bytes `start` to `end`, both included. */
  read(start: number, end: number): Promise<ReadableStream | Uint8Array<ArrayBuffer>>
}

/** Files under the root: what learners uploaded, and media to the learners of the tenants that have them; with byte ranges. */
export function bindFiles(api: Api, ctx: ApiContext): void {
  const isFor = createFileOwners(ctx)
  for (const prefix of ['/train/file/', '/admin/file/']) {
    api.hono.get(`${prefix}*`, async (c) => {
      const filePath = safeMediaPath(new URL(c.req.url).pathname.slice(prefix.length))
      if (filePath === undefined) throw missing()
      const open = isOpenToAll(filePath)
      if (!open && !(await isFor(await requireCaller(c, ctx), filePath))) throw missing()
      const file = (await findUpload(ctx, c.req.path)) ?? (await findPackageFile(ctx, filePath)) ?? (await findMedia(ctx.mediaFolder, filePath))
      if (!file) throw missing()
      return serve(c, file, open)
    })
  }
}

async function findUpload({ db }: ApiContext, address: string): Promise<StoredFile | null> {
  const fileId = avatarFileId(address)
  if (fileId === undefined) return null
  const tenantId = Number(address.split('/')[4])
  const upload = await getUpload(db, { tenantId, fileId })
  if (!upload || avatarPath({ ...upload, tenantId, fileId }) !== address) return null
  return {
    sizeBytes: upload.sizeBytes,
    contentType: upload.contentType,
    etag: `"${upload.contentHash.slice(0, 32)}"`,
    read: async (start, end) => new Uint8Array(await readUpload(db, { tenantId, fileId, start, end })),
  }
}

/** A file of a courseware package, out of its zip, which is unpacked when the first one is asked for. */
async function findPackageFile({ packages, mediaFolder, log }: ApiContext, filePath: string): Promise<StoredFile | null> {
  const place = packageFilePlace(filePath)
  if (place === null) return null
  const stored = await packages.open(path.join(mediaFolder, place.zip)).catch((fault: unknown) => {
    if (!(fault instanceof PackageRefused)) throw fault
    log.warn({ zip: place.zip, fault: fault.message }, 'a courseware package was refused')
    throw missing()
  })
  if (stored === null) return null
  const found = await findMedia(stored.folder, place.file)
  if (found !== null) return found
  const folded = await findFolded(stored.folder, place.file)
  return (folded === null ? null : await findMedia(stored.folder, folded)) ?? Promise.reject(missing())
}

async function findMedia(mediaFolder: string, filePath: string): Promise<StoredFile | null> {
  const file = path.join(mediaFolder, filePath)
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return null
  return {
    sizeBytes: found.size,
    contentType: contentTypeOf(filePath),
    etag: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`,
    lastModified: found.mtime,
    read: async (start, end) => Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream,
  }
}

async function serve(c: Context, file: StoredFile, open: boolean): Promise<Response> {
  const { sizeBytes, contentType, etag, lastModified } = file
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': open ? 'public, max-age=3600' : 'private, max-age=3600',
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    etag,
  })
  if (lastModified) headers.set('last-modified', lastModified.toUTCString())
  const known = c.req.header('if-none-match')
  if (known && known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    return new Response(null, { status: 304, headers })
  }
  const condition = c.req.header('if-range')
  const current = !condition || condition === etag || condition === lastModified?.toUTCString()
  const range = readRange(current ? c.req.header('range') : undefined, sizeBytes)
  if (range === 'none') {
    c.header('content-range', `bytes */${sizeBytes}`)
    throw new CallError(416, messages.rangeInvalid)
  }
  const { start, end } = range === 'all' ? { start: 0, end: sizeBytes - 1 } : range
  headers.set('content-length', String(end - start + 1))
  if (range !== 'all') headers.set('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  const body = c.req.method === 'HEAD' || sizeBytes === 0 ? null : await file.read(start, end)
  return new Response(body, { status: range === 'all' ? 200 : 206, headers })
}
