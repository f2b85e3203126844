'use client'

import { ChevronRight } from 'lucide'
import { usePlatformLang } from '@/components/content/platform-text'
import styles from '@/components/home/home.module.css'
import { TargetLink } from '@/components/home/target-link'
import { Card } from '@/components/ui/card'
import { Cover } from '@/components/ui/cover'
import { Grid } from '@/components/ui/grid'
import { Icon } from '@/components/ui/icon'
import { Picture } from '@/components/ui/picture'
import { SectionHead } from '@/components/ui/section-head'
import type { Floor, FloorTile } from '@/lib/domain/home'

function Tile({ tile, big = false }: { tile: FloorTile; big?: boolean }) {
  const lang = usePlatformLang()(tile.title)
  return (
    <Card
      title={tile.title}
      lang={lang}
      cover={<Cover src={tile.pictureUrl} />}
      link={tile.target ? <TargetLink target={tile.target} title={tile.title}>{tile.title}</TargetLink> : <span>{tile.title}</span>}
      className={big ? styles.big : styles.tile}
    />
  )
}

function Featured({ floor }: { floor: Floor }) {
  return <ul className={styles.feature}>{floor.tiles.map((tile, index) => <li key={index} className={index === 0 ? styles.first : undefined}><Tile tile={tile} big={index === 0} /></li>)}</ul>
}

function Strip({ tile }: { tile: FloorTile }) {
  const lang = usePlatformLang()(tile.title)
  const picture = tile.pictureUrl && <Picture className={styles.strip} src={tile.pictureUrl} alt={tile.title} lang={lang} width={1200} height={200} loading="lazy" fallback={<span className={styles.strip} lang={lang}>{tile.title}</span>} />
  return tile.target ? <TargetLink className={styles.stripLink} target={tile.target} title={tile.title}>{picture ?? tile.title}</TargetLink> : picture
}

function BannerFloor({ floor }: { floor: Floor }) {
  return <ul className={styles.strips}>{floor.tiles.map((tile, index) => <li key={index}><Strip tile={tile} /></li>)}</ul>
}

function FloorHead({ floor, id }: { floor: Floor; id: string }) {
  const langOf = usePlatformLang()
  const { title, more } = floor
  if (!title && !more) return null
  return (
    <SectionHead id={id} title={title} lang={langOf(title)}>
      {more && <TargetLink className="more" target={{ kind: 'link', href: more.href }} title={more.label} lang={langOf(more.label)}><span className="clip2">{more.label}</span><span className="sr"> {title}</span><Icon of={ChevronRight} className="i i-16" /></TargetLink>}
    </SectionHead>
  )
}

type Props = { floors: Floor[]; /** What a floor without a title is called. */ untitled: string }

/** The floors below each other. They are drawn from their data in the browser too: rendered on the server alone they crossed twice, as HTML and as elements. */
export function FloorList({ floors, untitled }: Props) {
  return floors.map((floor, index) => (
    <section key={index} {...(floor.title ? { 'aria-labelledby': `floor-${index}` } : { 'aria-label': floor.tiles[0]?.title || untitled })}>
      <FloorHead floor={floor} id={`floor-${index}`} />
      {floor.kind === 'grid' && <Grid phone="two">{floor.tiles.map((tile, place) => <Tile key={place} tile={tile} />)}</Grid>}
      {floor.kind === 'featuredPlan' && <Featured floor={floor} />}
      {floor.kind === 'banner' && <BannerFloor floor={floor} />}
    </section>
  ))
}
