import { isHeadRefused } from '@/lib/domain/file-head'

/** A file as its server tells of it; `hasParts` where it sends parts of it. */
export type FileHead = { status: number; type: string; sizeBytes: number; hasParts: boolean }

/** Asks a file's server about it without fetching it: by HEAD, or by its first byte. */
export async function fileHead(url: string, signal: AbortSignal | null = null): Promise<FileHead> {
  const ask = (init: RequestInit) => fetch(url, { ...init, credentials: 'same-origin', signal })
  let reply = await ask({ method: 'HEAD' })
  if (isHeadRefused(reply.status)) {
    reply = await ask({ headers: { Range: 'bytes=0-0' } })
    // Whoever knows no ranges sends all of it.
    reply.body?.cancel().catch(() => undefined)
  }
  const { status, headers } = reply
  const isPart = status === 206
  const sizeBytes = Number((isPart ? headers.get('content-range')?.split('/')[1] : headers.get('content-length')) ?? 0) || 0
  return {
    status, sizeBytes, type: headers.get('content-type') ?? '',
    // The length of what is packed is not that of the file.
    hasParts: (isPart || headers.get('accept-ranges') === 'bytes') && !headers.has('content-encoding'),
  }
}
