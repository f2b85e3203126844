'use client'

import { useEffect, useRef, type InputHTMLAttributes } from 'react'

type Props = { value: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue'>

/** A field that shows what the address says and follows it; the focus stays in it, and so does what is being typed. */
export function AddressInput({ value, ...rest }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    const [input, before] = [field.current, shown.current]
    shown.current = value
    if (!input || before === value) return
    const isTyping = document.activeElement === input && input.value !== before
    if (!isTyping) input.value = value
  }, [value])
  return <input {...rest} ref={field} defaultValue={value} />
}
