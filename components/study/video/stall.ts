const PAUSE_MS = 350

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
