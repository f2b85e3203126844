/** Up to which second a video is here, from where it is. */
export function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) return buffered.end(index)
  }
  return currentTime
}

/** How many seconds a video has; 0 while nobody knows, as of a film that is sent without its length. */
export function lengthOf({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0
}
