import type { ReactNode } from 'react'
import { OpenLink } from '@/components/ui/open-link'

export type CardProps = {
  title: string
  /** The language of the title when it is not the page's. */
  lang?: string
  /** Where the whole card leads. */
  href?: string
  /** In client components: what is asked first, or all a press does when there is no `href`. */
  onOpen?: () => void
  /** Or a link of one's own around the title, so that the card itself stays on the server. */
  link?: ReactNode
  /** A `<Cover>`. */
  cover?: ReactNode
  /** One line under the title: company, hours. */
  meta?: ReactNode
  /** At the foot, over the full width: progress, facts. */
  foot?: ReactNode
  /** Controls of their own, above the card's link. */
  aside?: ReactNode
  heading?: 'h2' | 'h3'
  lines?: 1 | 2
  className?: string
}

/** A course, plan or floor item: the whole card is one link. */
export function Card({ title, lang, href, onOpen, link, cover, meta, foot, aside, heading: Heading = 'h3', lines = 2, className }: CardProps) {
  return (
    <article className={className ? `card ${className}` : 'card'}>
      {cover}
      <div className="card-body">
        <Heading className={lines === 1 ? 'card-title clip1' : 'card-title clip2'} lang={lang}>
          {link ?? (href ? <OpenLink href={href} onOpen={onOpen}>{title}</OpenLink> : <button type="button" onClick={onOpen}>{title}</button>)}
        </Heading>
        {meta && <p className="card-meta clip1">{meta}</p>}
        {aside && <div className="card-aside">{aside}</div>}
        {foot && <div className="card-foot">{foot}</div>}
      </div>
    </article>
  )
}
