'use client'

import { useEffect, type RefObject } from 'react'

/** Keeps what was typed (never a password, nor a code, which is as good as one while it lives) while the page is read again, in another language or by a reload. */
export function useKeptFields(name: string, form: RefObject<HTMLFormElement | null>, fields: readonly string[]): void {
  useEffect(() => {
    const key = `form:${name}`
    const controls = () => fields.map((field) => form.current?.elements.namedItem(field)).filter((one) => one instanceof HTMLInputElement)
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>
      sessionStorage.removeItem(key)
      for (const control of controls()) if (typeof kept[control.name] === 'string') control.value ||= String(kept[control.name])
    } catch {
      // What cannot be read was not kept.
    }
    const leave = () => {
      const given = Object.fromEntries(controls().map((control) => [control.name, control.value]))
      try {
        if (Object.values(given).some(Boolean)) sessionStorage.setItem(key, JSON.stringify(given))
      } catch {
        // Storage that is blocked keeps nothing; the form works without.
      }
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [name, form, fields])
}
