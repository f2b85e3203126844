import { beforeEach, vi } from 'vitest'

/** Gives an element the width that it has and that of what is in it, in pixels; jsdom lays nothing out. */
export function widthsOf(element: Element, { own, content }: { own: number; content: number }): Element {
  return Object.defineProperties(element, { clientWidth: { value: own, configurable: true }, scrollWidth: { value: content, configurable: true } })
}

/** Stands for the browser's ResizeObserver before each test; what is called when the widths are to be seen. */
export function watchWidths(): (() => void)[] {
  const measured: (() => void)[] = []
  beforeEach(() => {
    measured.length = 0
    vi.stubGlobal('ResizeObserver', class {
      constructor(seen: () => void) { measured.push(seen) }
      observe() {}
      disconnect() {}
    })
  })
  return measured
}
