import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

type Props = {
  /** The accessible name. */
  label: string
  icon: ReactNode
  /** For buttons that stay down (favourite, captions). */
  pressed?: boolean
  dot?: boolean
  ref?: Ref<HTMLButtonElement>
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label' | 'aria-pressed'>

/** A square of 40 with an icon only: for the known few (bell, heart, close, back, player). */
export function IconButton({ label, icon, pressed, dot = false, className, type = 'button', ...rest }: Props) {
  return (
    <button {...rest} type={type} className={className ? `iconbtn ${className}` : 'iconbtn'} aria-label={label} aria-pressed={pressed}>
      {icon}
      {dot && <span className="dot" />}
    </button>
  )
}
