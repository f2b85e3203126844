import { useEffect, type RefObject } from 'react'

const stage = () => document.getElementById('main')

/**
 * Gives the keyboard to what is on the stage (`data-keys`), and to the stage itself while there is nothing that takes it: for a button that
 * goes when it is pressed, with which the keyboard would fall to the page.
 */
export function giveKeysToStage(): void {
  const taker = stage()?.querySelector<HTMLElement>('[data-keys]') ?? stage()
  taker?.focus({ preventScroll: true })
}

/** What comes on the stage takes the keyboard that the stage was given, and from nobody else. */
export function useStageKeys(taker: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === stage()) taker.current?.focus({ preventScroll: true })
  }, [taker])
}
