'use client'

import { usePlatformLang } from '@/components/content/platform-text'
import { OpenCourse } from '@/components/courses/open-course'
import styles from '@/components/home/home.module.css'
import { KindIcon } from '@/components/ui/kind-icon'
import { Link } from '@/components/ui/link'
import { ProgressRing } from '@/components/ui/progress-ring'
import { Tag, type Tone } from '@/components/ui/tag'
import type { StudyInProgress } from '@/lib/domain/home'
import { routes } from '@/lib/routes'

const tones: Record<StudyInProgress['kind'], Tone> = { course: 'brand', plan: 'success', exam: 'info' }

/** A course or plan goes on in the player (a course asks first), an exam at its preparation. */
function ItemLink({ item }: { item: StudyInProgress }) {
  const lang = usePlatformLang()(item.name)
  if (item.kind === 'course') return <OpenCourse id={item.id} title={item.name} href={routes.player({ courseId: item.id })} lang={lang}>{item.name}</OpenCourse>
  const href = item.kind === 'plan' ? routes.player({ planId: item.id }) : routes.examPreparation(item.id)
  return <Link href={href} lang={lang}>{item.name}</Link>
}

type Props = { item: StudyInProgress; /** What kind it is, how much of it is done and how far that is. */ words: { kind: string; done: string; rate: string } }

/** Something begun; drawn from its data in the browser too, so that it crosses once. */
export function StudyItem({ item, words }: Props) {
  return (
    <article className={`card ${styles.study}`}>
      <Tag tone={tones[item.kind]} icon={<KindIcon kind={item.kind} className="i i-16" />}>{words.kind}</Tag>
      <h3 className={`clip2 ${styles.name}`}><ItemLink item={item} /></h3>
      <p className={`num ${styles.sub}`}>{words.done}</p>
      <div className={styles.ring}><ProgressRing percent={item.progressPercent} label={words.rate} /></div>
    </article>
  )
}
