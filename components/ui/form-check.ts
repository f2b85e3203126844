'use client'

import { useRef, useState, type RefObject } from 'react'

/** What is wrong with each field, in people's words; nothing for a field that is right. */
export type FieldErrors<F extends string> = Partial<Record<F, string>>
type Values<F extends string> = Record<F, string>

/**
 * A form whose fields keep their own values (what is typed before the page is awake stays): errors appear on leaving a field and on
 * submitting, go as soon as they are mended, also by another field, and the first wrong field gets the focus. `meant` makes of what was
 * typed what the form goes by; what stands in the field stays.
 */
export function useFormCheck<F extends string>(form: RefObject<HTMLFormElement | null>, fields: readonly F[], faultsOf: (values: Values<F>) => FieldErrors<F>, meant = (value: string, _field: F) => value) {
  const [errors, setErrors] = useState<FieldErrors<F>>({})
  const control = (field: F) => form.current?.elements.namedItem(field) as HTMLInputElement | null
  const values = () => Object.fromEntries(fields.map((field) => [field, meant(control(field)?.value ?? '', field)])) as Values<F>
  /** What was said from elsewhere, and of which value: leaving the field does not mend it. */
  const said = useRef<Partial<Record<F, { value: string; text: string | undefined }>>>({})
  const show = (field: F, text: string | undefined) => setErrors((shown) => ({ ...shown, [field]: text }))
  const setError = (field: F, text?: string) => {
    said.current[field] = { value: values()[field], text }
    show(field, text)
  }
  /** Fields that were left or sent: what is typed elsewhere may make them wrong, or right. */
  const met = useRef(new Set<F>())
  const look = (field: F) => {
    met.current.add(field)
    const given = values()
    const held = said.current[field]
    const text = faultsOf(given)[field] ?? (held?.value === given[field] ? held.text : undefined)
    show(field, text)
    return text === undefined
  }
  return {
    values,
    /** What ties a field to its errors. */
    bind: (field: F) => ({ name: field, error: errors[field], onBlur: () => fields.forEach((one) => (one === field || met.current.has(one)) && look(one)), onInput: () => fields.forEach((one) => errors[one] && look(one)) }),
    /** Whether one field is right; its error shows if not. */
    look,
    setError,
    focus: (field: F) => control(field)?.focus(),
    /** The values when all fields are right, else null with the focus on the first that is not. */
    check: (): Values<F> | null => {
      const given = values()
      const faults = faultsOf(given)
      said.current = {}
      met.current = new Set(fields)
      setErrors(faults)
      const first = fields.find((field) => faults[field])
      if (!first) return given
      control(first)?.focus()
      return null
    },
  }
}
