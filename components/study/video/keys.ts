/** What a key does in the video player. */
export type VideoAction =
  | { do: 'toggle' }
  | { do: 'seekBy'; seconds: number }
  | { do: 'volumeBy'; step: number }
  | { do: 'fullscreen' }
  | { do: 'mute' }
  | { do: 'captions' }
  | { do: 'help' }

type Pressed = { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; defaultPrevented?: boolean }

/** What has the focus: these keep the keys they know themselves. */
export type FocusedPart = 'stage' | 'button' | 'slider' | 'menu' | 'field'

export const SEEK_SECONDS = 5
export const VOLUME_STEP = 0.05

/** The keys people are told of, in the order of the help. */
export const toldKeys = ['toggle', 'seek', 'volume', 'mute', 'captions', 'fullscreen', 'help'] as const

/** The action of a key by what has the focus, null when it is none of the player's. */
export function videoAction(pressed: Pressed, focused: FocusedPart): VideoAction | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.defaultPrevented) return null
  if (focused === 'field' || focused === 'menu') return null
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  switch (key) {
    // Space presses a focused button; only elsewhere it plays.
    case ' ': return focused === 'button' ? null : { do: 'toggle' }
    case 'k': return { do: 'toggle' }
    case 'f': return { do: 'fullscreen' }
    case 'm': return { do: 'mute' }
    case 'c': return { do: 'captions' }
    case '?': return { do: 'help' }
    case 'ArrowLeft': return focused === 'slider' ? null : { do: 'seekBy', seconds: -SEEK_SECONDS }
    case 'ArrowRight': return focused === 'slider' ? null : { do: 'seekBy', seconds: SEEK_SECONDS }
    case 'ArrowUp': return focused === 'slider' ? null : { do: 'volumeBy', step: VOLUME_STEP }
    case 'ArrowDown': return focused === 'slider' ? null : { do: 'volumeBy', step: -VOLUME_STEP }
    default: return null
  }
}

/** What kind of thing an element is for the keys. */
export function focusedPart(element: Element | null): FocusedPart {
  if (!element) return 'stage'
  if (element.closest('[role="menu"]')) return 'menu'
  if (element.closest('input[type="range"], [role="slider"]')) return 'slider'
  if (element.closest('input, textarea, select, [contenteditable="true"]')) return 'field'
  return element.closest('button, a, [role="button"]') ? 'button' : 'stage'
}
