import { useTranslations } from 'next-intl'
import { usePlatformLang } from '@/components/content/platform-text'
import { CategoryRowView } from '@/components/practice/category-row'
import styles from '@/components/practice/practice.module.css'
import { SubjectCards } from '@/components/practice/subject-cards'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import type { CategoryRow, SubjectCard } from '@/lib/domain/practice'
import { routes } from '@/lib/routes'

type Props = { path: string[]; rows: Settled<CategoryRow[]>; subjects: Settled<SubjectCard[]>; openId: string | null }

/** Up to five rows of categories, each below the one chosen above, and the subjects there (spec 2 §2.7). */
export function ExerciseCentre({ path, rows, subjects, openId }: Props) {
  const t = useTranslations('practice')
  const lang = usePlatformLang()
  const at = (ids: string[]) => routes.exerciseCentre({ path: ids.join(',') || undefined })
  return (
    <>
      {rows.error
        ? <Panel className={styles.cards}><ErrorState title={t('loadFailed')} /></Panel>
        : rows.value.length > 0 && (
            <div className={`panel ${styles.rows}`}>
              {rows.value.map(({ parentId, categories, chosenId }, level) => (
                <CategoryRowView
                  key={parentId} label={t('category', { level: level + 1 })}
                  links={[{ href: at(path.slice(0, level)), label: t('all'), current: chosenId === null }, ...categories.map(({ id, title }) => ({ href: at([...path.slice(0, level), id]), label: title, lang: lang(title), current: id === chosenId }))]}
                />
              ))}
            </div>
          )}
      {subjects.error
        ? !rows.error && <Panel className={styles.cards}><ErrorState title={t('loadFailed')} /></Panel>
        : subjects.value.length === 0
          ? <Panel className={styles.cards}><EmptyState text={t(path.length > 0 ? 'none' : 'noneYet')} action={path.length > 0 ? { href: at([]), label: t('toAll') } : undefined} /></Panel>
          : <SubjectCards key={openId} subjects={subjects.value} openId={openId} />}
    </>
  )
}
