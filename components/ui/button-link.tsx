import Link from 'next/link'
import type { ComponentProps } from 'react'
import { buttonClass, type ButtonFace } from '@/components/ui/button'

type Props = ButtonFace & Omit<ComponentProps<typeof Link>, 'className'>

/** A link that looks like a button. */
export function ButtonLink({ look, size, block, icon, className, children, ...rest }: Props) {
  return (
    <Link {...rest} className={buttonClass({ look, size, block, icon, className })}>
      {icon}
      {children}
    </Link>
  )
}
