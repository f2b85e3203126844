import type { KeyboardEvent } from 'react'

const COMPOSING = 229

/** Whether a key belongs to an input method, where it chooses or drops a candidate, and not to the page; Safari says so by the old code alone. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean => nativeEvent.isComposing || keyCode === COMPOSING
