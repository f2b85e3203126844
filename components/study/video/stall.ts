import type { VideoState } from '@/components/study/video/video-state'

const PAUSE_MS = 350
const SILENT_SECONDS = 30

/** Takes whether a video stands without data, and tells what lasts: a moment of it is none. */
export function tellLasting(tell: (stalled: boolean) => void): (stalled: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let told = false
  const say = (stalled: boolean) => {
    told = stalled
    tell(stalled)
  }
  return (stalled) => {
    clearTimeout(timer)
    if (stalled) timer = setTimeout(() => say(true), PAUSE_MS)
    else if (told) say(false)
  }
}

/** Whether a video stands without data, and nobody has said yet that none will come. */
export const isWaiting = ({ buffering, loaded, trouble }: VideoState) => (buffering || !loaded) && trouble?.retrying !== false

/** Tells when a video that waits for data has had none for half a minute: a connection may fall silent without ever ending. */
export function tellSilent(video: HTMLVideoElement, signal: AbortSignal, waits: () => boolean, tell: () => void): void {
  let seconds = 0
  for (const name of ['loadstart', 'progress'] as const) video.addEventListener(name, () => void (seconds = 0), { signal })
  const clock = setInterval(() => {
    // Some browsers fetch nothing of a video before it is to play.
    seconds = waits() && video.networkState === video.NETWORK_LOADING ? seconds + 1 : 0
    if (seconds < SILENT_SECONDS) return
    seconds = 0
    tell()
  }, 1_000)
  signal.addEventListener('abort', () => clearInterval(clock))
}
