/** Gives an element the width that it has and that of what is in it, in pixels; jsdom lays nothing out. */
export function widthsOf(element: Element, { own, content }: { own: number; content: number }): Element {
  return Object.defineProperties(element, { clientWidth: { value: own, configurable: true }, scrollWidth: { value: content, configurable: true } })
}
