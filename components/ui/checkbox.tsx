import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

type Props = { label: ReactNode; ref?: Ref<HTMLInputElement> } & Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'children'>

/** A box (or, with `type="radio"`, a ring) of 20 in a row of 40 with its words. */
export function Checkbox({ label, type = 'checkbox', ...rest }: Props) {
  return <label className="check"><input {...rest} type={type} /><span>{label}</span></label>
}
