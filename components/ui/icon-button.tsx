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

/**
 * A square of 40 with an icon only: for the known few (bell, heart, close, back, player). Never natively disabled, which would take the
 * focus of whoever has just pressed it for the last time.
 */
export function IconButton({ label, icon, pressed, dot = false, className, type = 'button', disabled = false, onClick, ...rest }: Props) {
  return (
    <button aria-disabled={disabled || undefined} {...rest} type={type} className={className ? `iconbtn ${className}` : 'iconbtn'} aria-label={label} aria-pressed={pressed} onClick={disabled ? undefined : onClick}>
      {icon}
      {dot && <span className="dot" />}
    </button>
  )
}
