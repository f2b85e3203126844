import { useSyncExternalStore } from 'react'

const NAME = 'exam-letter-keys'
const watchers = new Set<() => void>()
let isOn: boolean | null = null

/** Whether letters and digits do something on the paper; who dictates or types with a switch may turn them off (WCAG 2.1.4). */
export function areLetterKeysOn(): boolean {
  try {
    isOn ??= localStorage.getItem(NAME) !== 'off'
  } catch {
    isOn = true
  }
  return isOn
}

/** Turns them on or off, in this browser from now on. */
export function setLetterKeys(on: boolean): void {
  isOn = on
  try {
    localStorage.setItem(NAME, on ? 'on' : 'off')
  } catch {
    // Without storage it holds until the page goes.
  }
  for (const changed of watchers) changed()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** Whether letters and digits do something, kept up to date. */
export const useLetterKeys = () => useSyncExternalStore(watch, areLetterKeysOn, () => true)
