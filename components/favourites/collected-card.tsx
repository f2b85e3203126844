import { Heart } from 'lucide'
import { useTranslations } from 'next-intl'
import { StudyFacts } from '@/components/cards/study-facts'
import { usePlatformLang } from '@/components/content/platform-text'
import { OpenCourse } from '@/components/courses/open-course'
import { Card } from '@/components/ui/card'
import { Cover } from '@/components/ui/cover'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { Link } from '@/components/ui/link'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Collected } from '@/lib/domain/favourites'
import { routes } from '@/lib/routes'
import styles from './collection.module.css'

/** A collected course, which asks before it opens, or plan; the heart takes it out. */
export function CollectedCard({ kind, item, onRemove }: { kind: EnrolmentKind; item: Collected; onRemove: () => void }) {
  const t = useTranslations('favourites')
  const cards = useTranslations('cards')
  const langOf = usePlatformLang()
  const { id, name } = item
  const { words } = item.cover
  return (
    <Card
      className={styles.card}
      heading="h2"
      lines={1}
      title={name}
      link={kind === 'course'
        ? <OpenCourse id={id} title={name} lang={langOf(name)}>{name}</OpenCourse>
        : <Link href={routes.planDetail(id, name)} lang={langOf(name)}>{name}</Link>}
      cover={<Cover src={item.cover.pictureUrl} title={words?.title} subtitle={words?.subtitle} lang={words ? langOf(words.title + words.subtitle) : undefined} action={cards('view')} />}
      aside={<IconButton className={styles.heart} label={t('removeOf', { name })} icon={<Icon of={Heart} className="i i-solid" aria-hidden="true" />} onClick={onRemove} data-removes />}
      foot={<StudyFacts facts={item} />}
    />
  )
}
