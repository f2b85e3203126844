'use client'

import { Smartphone } from 'lucide'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import styles from '@/components/exams/exams.module.css'
import type { StampKind } from '@/components/ui/art/stamp-frames'
import { ButtonLink } from '@/components/ui/button-link'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { Stamp } from '@/components/ui/stamp'
import { Tag, type Tone } from '@/components/ui/tag'

/** An exam of mine, all its words in the page's language but the platform's own: `title`, `places`. */
export type ExamCardView = {
  id: string
  title: string
  href: string
  tags: { tone: Tone; text: string }[]
  period: string
  /** Subject and company, as far as they are known. */
  places: string[]
  stamp: StampKind | null
  score: { name: string; figure: string } | null
  /** What can be done now; `app` says that it is done in the app. */
  act: { app: string } | { go: string } | null
}

/** Drawn from its data in the browser too, so that it crosses once. */
export function ExamCard({ exam }: { exam: ExamCardView }) {
  const lang = usePlatformLang()
  const { id, title, href, places, stamp, score, act } = exam
  return (
    <article className={`card ${styles.card}`}>
      <div className={styles.words}>
        <p className={styles.tags}>{exam.tags.map(({ tone, text }) => <Tag key={text} tone={tone}>{text}</Tag>)}</p>
        <h2 id={`exam-${id}`}><Link href={href} lang={lang(title)}>{title}</Link></h2>
        <p className={`num ${styles.meta}`}><span>{exam.period}</span></p>
        {places.length > 0 && <p className={styles.meta}>{places.map((text) => <span key={text}><PlatformText>{text}</PlatformText></span>)}</p>}
      </div>
      {(stamp || score) && (
        <div className={styles.verdict}>
          {stamp && <Stamp kind={stamp} />}
          {score && <p><span className="sr">{score.name}</span><b>{score.figure}</b></p>}
        </div>
      )}
      {act && (
        <div className={styles.act}>
          {'app' in act
            ? <p className={styles.tip}><Icon of={Smartphone} className="i i-18" aria-hidden="true" />{act.app}</p>
            : <ButtonLink look="soft" href={href} aria-describedby={`exam-${id}`}>{act.go}</ButtonLink>}
        </div>
      )}
    </article>
  )
}
