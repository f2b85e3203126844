import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { OpenCourse } from '@/components/courses/open-course'
import { Link } from '@/components/ui/link'
import type { Target } from '@/lib/domain/home'
import { routes } from '@/lib/routes'

type Props = { target: Target; /** The name of the thing; the addresses of courses and plans carry it. */ title: string; lang?: string; className?: string; children: ReactNode }

function OutwardLink({ children, ...rest }: { href: string; lang?: string; className?: string; children: ReactNode }) {
  const t = useTranslations('ui')
  return <a target="_blank" rel="noopener noreferrer" {...rest}>{children}<span className="sr">{t('newWindow')}</span></a>
}

/** A link to a plan, to a course (which asks first), inside the product or out of it. */
export function TargetLink({ target, title, children, ...rest }: Props) {
  if (target.kind === 'course') return <OpenCourse id={target.id} title={title} {...rest}>{children}</OpenCourse>
  if (target.kind === 'plan') return <Link href={routes.planDetail(target.id, title)} {...rest}>{children}</Link>
  if (target.href.startsWith('/')) return <Link href={target.href} {...rest}>{children}</Link>
  return <OutwardLink href={target.href} {...rest}>{children}</OutwardLink>
}
