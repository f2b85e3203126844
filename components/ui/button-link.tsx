import { buttonClass, type ButtonFace } from '@/components/ui/button'
import { Link, type LinkProps } from '@/components/ui/link'

type Props = ButtonFace & Omit<LinkProps, 'className'>

/** A link that looks like a button. */
export function ButtonLink({ look, size, block, icon, className, children, ...rest }: Props) {
  return (
    <Link {...rest} className={buttonClass({ look, size, block, icon, className })}>
      {icon}
      {children}
    </Link>
  )
}
