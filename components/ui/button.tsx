import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'

const stop = (event: MouseEvent) => event.preventDefault()

export type ButtonLook = 'primary' | 'secondary' | 'soft' | 'ghost' | 'danger'
const looks: Record<ButtonLook, string> = { primary: 'btn-primary', secondary: 'btn-2', soft: 'btn-soft', ghost: 'btn-ghost', danger: 'btn-danger' }

export type ButtonFace = { look?: ButtonLook; size?: 'normal' | 'large'; block?: boolean; icon?: ReactNode; className?: string }

/** The class of everything that looks like a button. */
export function buttonClass({ look = 'secondary', size, block, icon, className }: ButtonFace) {
  return ['btn', looks[look], size === 'large' && 'btn-lg', block && 'btn-block', Boolean(icon) && 'has-icon', className].filter(Boolean).join(' ')
}

/** Under way: a spinner, `busyLabel` (what is being done) instead of the label, and no second press. */
export type Busy = { busy: boolean; busyLabel: string } | { busy?: undefined; busyLabel?: undefined }

type Props = ButtonFace & Busy & { ref?: Ref<HTMLButtonElement> } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>

/** A button; `secondary` and `type="button"` unless said otherwise. */
export function Button({ look, size, block, icon, className, busy = false, busyLabel, children, onClick, type = 'button', ...rest }: Props) {
  return (
    <button {...rest} type={type} className={buttonClass({ look, size, block, icon, className })} aria-busy={busy || undefined} onClick={busy ? stop : onClick}>
      {busy ? <span className="spin" /> : icon}
      {busy ? busyLabel : children}
    </button>
  )
}
