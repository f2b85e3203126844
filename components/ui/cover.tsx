import type { ReactNode } from 'react'
import { DefaultCover } from '@/components/ui/art/default-cover'
import { CoverPicture } from '@/components/ui/cover-picture'

export type CoverProps = {
  /** The picture; without one, or when it does not load, the default cover. */
  src?: string | null
  alt?: string
  /** Words over the picture, left on a veil. */
  title?: string
  subtitle?: string
  lang?: string
  /** A tag on the plate in the corner: `<Tag tone="success" corner …>`. */
  badge?: ReactNode
  /** One line at the foot, e.g. until when. */
  note?: ReactNode
  /** The words of the button that hovering or focusing the card shows; the card itself is the link. */
  action?: string
  /** First pictures of a page: loaded at once. */
  eager?: boolean
}

/** The picture of a course or plan, 16:9. */
export function Cover({ src, alt = '', title, subtitle, lang, badge, note, action, eager = false }: CoverProps) {
  return (
    <div className="cover">
      {src ? <CoverPicture src={src} alt={alt} eager={eager} /> : <DefaultCover />}
      {(title || subtitle) && <span className="words" lang={lang}>{title && <b className="clip2">{title}</b>}{subtitle && <span className="clip1">{subtitle}</span>}</span>}
      {badge}
      {note && <span className="note num">{note}</span>}
      {action && <span className="over" aria-hidden="true"><span className="btn btn-primary">{action}</span></span>}
    </div>
  )
}
