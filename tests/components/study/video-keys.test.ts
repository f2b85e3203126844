// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { focusedPart, videoAction, type FocusedPart, type VideoAction } from '@/components/study/video/keys'
import { isBlockedKey } from '@/components/study/protection'

describe('the keys of the video player', () => {
  it.each<[string, FocusedPart, VideoAction | null]>([
    [' ', 'stage', { do: 'toggle' }],
    [' ', 'slider', { do: 'toggle' }],
    [' ', 'button', null],
    ['k', 'stage', { do: 'toggle' }],
    ['K', 'button', { do: 'toggle' }],
    ['ArrowLeft', 'stage', { do: 'seekBy', seconds: -5 }],
    ['ArrowRight', 'button', { do: 'seekBy', seconds: 5 }],
    ['ArrowUp', 'stage', { do: 'volumeBy', step: 0.05 }],
    ['ArrowDown', 'stage', { do: 'volumeBy', step: -0.05 }],
    ['ArrowRight', 'slider', null],
    ['f', 'stage', { do: 'fullscreen' }],
    ['F', 'stage', { do: 'fullscreen' }],
    ['m', 'stage', { do: 'mute' }],
    ['c', 'stage', { do: 'captions' }],
    ['?', 'stage', { do: 'help' }],
    ['?', 'field', null],
    ['k', 'field', null],
    ['ArrowDown', 'menu', null],
    ['Enter', 'stage', null],
    ['Tab', 'stage', null],
    ['x', 'stage', null],
  ])('%j with the focus in a %s', (key, focused, action) => {
    expect(videoAction({ key }, focused)).toEqual(action)
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { defaultPrevented: true }])('leave %o to others', (held) => {
    for (const key of ['f', 'c', 'm', 'k', 'ArrowLeft', ' ']) expect(videoAction({ key, ...held }, 'stage')).toBeNull()
  })

  it.each<[string, FocusedPart]>([
    ['<div id="x"></div>', 'stage'], ['<button id="x"></button>', 'button'], ['<button><svg id="x"></svg></button>', 'button'], ['<a href="/" id="x"></a>', 'button'],
    ['<div role="slider" id="x"></div>', 'slider'], ['<input type="range" id="x">', 'slider'], ['<input id="x">', 'field'], ['<textarea id="x"></textarea>', 'field'],
    ['<div role="menu"><button id="x"></button></div>', 'menu'],
  ])('know what %s is', (html, part) => {
    document.body.innerHTML = html
    expect(focusedPart(document.getElementById('x'))).toBe(part)
  })
})

describe('the keys that are blocked', () => {
  const pressed = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  it.each([
    ['F12', { key: 'F12' }], ['Ctrl+Shift+I', { key: 'I', ctrlKey: true, shiftKey: true }], ['Ctrl+U', { key: 'u', ctrlKey: true }], ['Ctrl+S', { key: 's', ctrlKey: true }],
    ['Ctrl+S with capitals on', { key: 'S', ctrlKey: true }], ['Ctrl+U in another alphabet', { key: 'г', code: 'KeyU', ctrlKey: true }],
  ])('are %s', (_, key) => {
    expect(isBlockedKey({ ...pressed, ...key })).toBe(true)
  })

  it.each([
    ['F5', { key: 'F5' }], ['F11', { key: 'F11' }], ['Ctrl+C', { key: 'c', ctrlKey: true }], ['Ctrl+F', { key: 'f', ctrlKey: true }], ['Ctrl+P', { key: 'p', ctrlKey: true }], ['s alone', { key: 's' }],
    ['Ctrl+Shift+S', { key: 'S', ctrlKey: true, shiftKey: true }], ['Ctrl+I', { key: 'i', ctrlKey: true }], ['Ctrl+Shift+C', { key: 'C', ctrlKey: true, shiftKey: true }], ['Ctrl+Alt+S', { key: 's', ctrlKey: true, altKey: true }],
  ])('are not %s', (_, key) => {
    expect(isBlockedKey({ ...pressed, ...key })).toBe(false)
  })
})
