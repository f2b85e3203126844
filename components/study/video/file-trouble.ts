import { fileHead } from '@/components/study/file-head'
import type { Trouble } from '@/components/study/video/hls'

const CONNECTION_LOST = 2

/** Why a video element cannot play a file: it hardly says so itself, so the file is asked. */
export async function fileTrouble(url: string, error: MediaError | null): Promise<Trouble['kind']> {
  const status = await fileHead(url).then((head) => head.status, () => 0)
  if (status === 404 || status === 410) return 'missing'
  if (status === 401 || status === 403) return 'denied'
  // A connection that was lost may be back by now: the file is as good as before.
  return status >= 200 && status < 300 && error?.code !== CONNECTION_LOST ? 'format' : 'network'
}
