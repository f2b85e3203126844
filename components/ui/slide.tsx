import { DefaultCover } from '@/components/ui/art/default-cover'
import { OpenLink } from '@/components/ui/open-link'
import { Picture } from '@/components/ui/picture'
import styles from '@/components/ui/carousel.module.css'

export type SlideProps = {
  /** The picture; its words stand in the left two thirds. */
  src: string
  /** What the picture says; the name of the link. */
  alt: string
  lang?: string
  /** Where it leads, or what pressing it does; neither for a mere picture. */
  href?: string
  onOpen?: () => void
}

/** One picture of a carousel; the first is what the page waits for. */
export function Slide({ src, alt, lang, href, onOpen, first }: SlideProps & { first: boolean }) {
  const picture = <Picture className={styles.picture} src={src} alt={alt} lang={lang} width={1200} height={400} loading={first ? 'eager' : 'lazy'} fetchPriority={first ? 'high' : 'auto'} draggable={false} fallback={<><DefaultCover /><span className={styles.words} lang={lang}><b className="clip2">{alt}</b></span></>} />
  if (href && /^https?:/.test(href)) return <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer" draggable={false}>{picture}</a>
  if (href) return <OpenLink className={styles.link} href={href} onOpen={onOpen} draggable={false}>{picture}</OpenLink>
  return onOpen ? <button type="button" className={styles.link} onClick={onOpen}>{picture}</button> : picture
}
