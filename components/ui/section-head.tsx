import { ChevronRight } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'

type Props = { title: string; id?: string; lang?: string; /** 更多 and the like, at the right. */ more?: { href: string; label: string }; /** Anything else at the right. */ children?: ReactNode; heading?: 'h2' | 'h3' }

/** The title of a section with what leads further. */
export function SectionHead({ title, id, lang, more, children, heading: Heading = 'h2' }: Props) {
  return (
    <div className="sechead">
      <Heading className={Heading === 'h2' ? 'h2' : 'h3'} id={id} lang={lang}>{title}</Heading>
      {more && <Link className="more" href={more.href}>{more.label}<span className="sr"> {title}</span><Icon of={ChevronRight} className="i i-16" /></Link>}
      {children}
    </div>
  )
}
