import { onTestFinished, vi } from 'vitest'

/** Lays answer sheets out until the test is over, as jsdom does not: 30 px of each are seen, and each question has 20 px below the one before. A dialog that is not open has no size. */
export function layOutSheets(): void {
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function boxOf(this: Element) {
    const sheet = this.closest('aside, dialog')
    if (!sheet || (sheet instanceof HTMLDialogElement && !sheet.open)) return new DOMRect()
    if (this === sheet) return new DOMRect(0, 100, 300, 30)
    return this.matches('button.cell') ? new DOMRect(0, 80 + Number(this.textContent) * 20 - sheet.scrollTop, 20, 20) : new DOMRect()
  })
  onTestFinished(() => spy.mockRestore())
}
