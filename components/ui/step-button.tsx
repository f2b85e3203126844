import type { ComponentProps } from 'react'
import { IconButton } from '@/components/ui/icon-button'

/** An icon button that its own last press may switch off. Not natively disabled, which would take the focus of whoever has just pressed it. */
export function StepButton({ disabled, onClick, ...rest }: ComponentProps<typeof IconButton>) {
  return <IconButton {...rest} aria-disabled={disabled || undefined} onClick={disabled ? undefined : onClick} />
}
