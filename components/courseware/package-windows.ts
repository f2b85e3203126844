/**
 * Does something in the window of a package's frame, and in those of the frames within it, there now or loaded later; what is not of our
 * own origin is left alone. It is done again where a frame loads again, so it must be the same when it is done twice.
 */
export function inEveryWindow(frame: HTMLIFrameElement | HTMLFrameElement, act: (inside: Window) => void): void {
  const inside = windowOf(frame)
  if (!inside) return
  act(inside)
  const { document } = inside
  for (const inner of document.querySelectorAll<HTMLIFrameElement | HTMLFrameElement>('iframe, frame')) inEveryWindow(inner, act)
  document.addEventListener('load', ({ target }) => {
    if (isFrame(target)) inEveryWindow(target, act)
  }, { capture: true })
}

/** Null where the frame shows another origin. */
function windowOf(frame: HTMLIFrameElement | HTMLFrameElement): Window | null {
  try {
    return frame.contentWindow?.document ? frame.contentWindow : null
  } catch {
    return null
  }
}

// Another window's elements are of other classes than this window's: only their names tell.
const isFrame = (target: EventTarget | null): target is HTMLIFrameElement => /^i?frame$/i.test((target as Partial<Element> | null)?.nodeName ?? '')
