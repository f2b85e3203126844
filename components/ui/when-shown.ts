/** Calls back once somebody sees the page: at once, or when one that the browser has rendered ahead is opened; never after `signal`. */
export function whenShown(act: () => unknown, signal: AbortSignal): void {
  if ('prerendering' in document && document.prerendering) document.addEventListener('prerenderingchange', act, { once: true, signal })
  else act()
}
