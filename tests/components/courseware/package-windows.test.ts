// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inEveryWindow } from '@/components/courseware/package-windows'
import { protection } from '@/components/study/protection'

afterEach(() => document.body.replaceChildren())

/** A frame of our own origin with something in it. */
function frameIn(parent: Document, html: string): HTMLIFrameElement {
  const frame = parent.createElement('iframe')
  parent.body.append(frame)
  frame.contentDocument!.body.innerHTML = html
  return frame
}
const keydown = (inside: Window, key: Partial<KeyboardEventInit>) => {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key })
  inside.document.body.dispatchEvent(event)
  return event.defaultPrevented
}
const menu = (target: Element) => {
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
  target.dispatchEvent(event)
  return event.defaultPrevented
}

describe('the windows of a package', () => {
  it('are those of the frame, of the frames in it, and of those that are loaded later', () => {
    const outer = frameIn(document, '')
    const inner = frameIn(outer.contentDocument!, '')
    const seen: Window[] = []
    inEveryWindow(outer, (inside) => void seen.push(inside))
    expect(seen).toEqual([outer.contentWindow, inner.contentWindow])
    const later = frameIn(inner.contentDocument!, '')
    later.dispatchEvent(new Event('load'))
    expect(seen.at(-1)).toBe(later.contentWindow)
    inner.contentDocument!.body.dispatchEvent(new Event('load'))
    expect(new Set(seen).size).toBe(3)
  })

  it('of another origin are left alone', () => {
    const frame = document.createElement('iframe')
    Object.defineProperty(frame, 'contentWindow', { get: () => new Proxy({}, { get: () => { throw new DOMException('', 'SecurityError') } }) })
    const act = vi.fn()
    inEveryWindow(frame, act)
    expect(act).not.toHaveBeenCalled()
  })

  it('are protected as the player is, once however often they load, and fields work', () => {
    const blocked = vi.fn()
    const protect = protection(blocked)
    const frame = frameIn(document, '<p>x</p><input><textarea></textarea><div contenteditable=""><b>x</b></div><div contenteditable="false"></div>')
    inEveryWindow(frame, protect)
    inEveryWindow(frame, protect)
    const inside = frame.contentWindow!
    expect([keydown(inside, { key: 'F12' }), keydown(inside, { key: 's', ctrlKey: true }), keydown(inside, { key: 's' }), keydown(inside, { key: 'c', ctrlKey: true })]).toEqual([true, true, false, false])
    expect(blocked).toHaveBeenCalledTimes(2)
    const blockedAt = (selector: string) => menu(frame.contentDocument!.querySelector(selector)!)
    expect(['p', 'input', 'textarea', 'b', '[contenteditable="false"]'].map(blockedAt)).toEqual([true, false, false, false, true])
    expect(blocked, 'a context menu is blocked without a word').toHaveBeenCalledTimes(2)
  })
})
