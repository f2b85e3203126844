import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { MistakeList } from '@/components/account/centre-parts'
import { usePlatformLang } from '@/components/content/platform-text'
import { Choices } from '@/components/mistakes/choices'
import { FoldedChoices } from '@/components/mistakes/folded-choices'
import styles from '@/components/mistakes/mistakes.module.css'
import { ButtonLink } from '@/components/ui/button-link'
import { EmptyPage } from '@/components/ui/empty-page'
import { ErrorState } from '@/components/ui/error-state'
import { LinkTabs } from '@/components/ui/link-tabs'
import { PageHead } from '@/components/ui/page'
import { Pager } from '@/components/ui/pager'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import { bookQuery, isDueToday, mistakeSorts, mistakeSources, STREAK_TO_LEAVE, type BookCounts, type BookSubject, type BookView, type Mistake } from '@/lib/domain/mistakes'
import { longListSizes, type Page } from '@/lib/domain/paging'
import { LARGEST_DRAW } from '@/lib/domain/practice'
import { questionKinds } from '@/lib/domain/questions'
import { routes } from '@/lib/routes'

type Props = { view: BookView; mistakes: Settled<Page<Mistake>>; subjects: BookSubject[]; counts: BookCounts | null; hasBank: boolean; /** The server's clock, in milliseconds since 1970. */ now: number; /** What stands below the title. */ children?: ReactNode }

/** My wrong questions by kind, subject and type, what is due today, and the way to practise any of them (spec 2 §2.10). */
export function MistakeBook({ view, mistakes, subjects, counts, hasBank, now, children }: Props) {
  const t = useTranslations('mistakes')
  const kinds = useTranslations('questions.kinds')
  const lang = usePlatformLang()
  // Each change of what is shown begins again on page 1.
  const href = (changes: Partial<BookView>) => routes.mistakeBook(bookQuery({ ...view, page: 1, ...changes }))
  const { due = 0, nextDueAt = null } = counts?.bySource[view.source] ?? {}
  const sorts = mistakeSorts.filter((sort) => sort !== 'due' || counts !== null)
  const { items = [], total = 0 } = mistakes.value ?? {}
  // What is chosen stays to be seen, also when its last question has left or the subjects could not be read.
  const unlisted = view.subjectId !== null && !subjects.some(({ id }) => id === view.subjectId) ? [{ id: view.subjectId, title: items.find(({ subjectName }) => subjectName)?.subjectName ?? t('chosenSubject'), count: null }] : []
  const shown = [...subjects, ...unlisted]
  const isFiltered = view.subjectId !== null || view.kind !== 'all' || view.isDue
  const practise = (isDue: boolean, count: number) => routes.practice({ from: 'book', source: view.source, subjectId: view.subjectId, kind: view.kind === 'all' ? null : view.kind, isDue, mistakeId: null, count: Math.min(count, LARGEST_DRAW) })
  return (
    <>
      <PageHead title={t('title')} />
      {children}
      <LinkTabs label={t('tabs')} items={mistakeSources.map((source) => ({ href: href({ source, subjectId: null, kind: 'all', isDue: false }), label: t(source), count: counts?.bySource[source].total ?? (source === view.source && !isFiltered ? mistakes.value?.total : undefined), current: source === view.source }))} />
      {counts && (
        <Panel label={t('review')}>
          <div className={styles.due}>
            <div>
              <p className="h3 num">{t('dueCount', { count: due })}</p>
              <p className="muted">{t('rule', { goal: STREAK_TO_LEAVE })}</p>
              {due === 0 && nextDueAt && !isDueToday(nextDueAt, now) && <p className="muted">{t('nextDue', { at: new Date(nextDueAt) })}</p>}
            </div>
            {due > 0 && <ButtonLink look="primary" href={routes.practice({ from: 'book', source: view.source, subjectId: null, kind: null, isDue: true, mistakeId: null, count: Math.min(due, LARGEST_DRAW) })}>{t('reviewNow')}</ButtonLink>}
          </div>
        </Panel>
      )}
      <div className={styles.filters}>
        <FoldedChoices name={t('subject')} choices={[{ label: t('all'), href: href({ subjectId: null }), current: view.subjectId === null }, ...shown.map(({ id, title, count }) => ({ label: count === null ? title : `${title} ${count}`, lang: lang(title), href: href({ subjectId: id }), current: view.subjectId === id }))]} />
        {view.source !== 'simulation' && <Choices name={t('kind')} choices={(['all', ...questionKinds] as const).map((kind) => ({ label: kind === 'all' ? t('all') : kinds(kind), href: href({ kind }), current: view.kind === kind }))} />}
        <Choices name={t('sort')} choices={sorts.map((sort) => ({ label: t(sort === 'due' ? 'dueFirst' : sort), href: href({ sort }), current: view.sort === sort }))} />
        {counts && <Choices name={t('review')} choices={[{ label: t('all'), href: href({ isDue: false }), current: !view.isDue }, { label: t('dueOnly'), href: href({ isDue: true }), current: view.isDue }]} />}
      </div>
      {items.length > 0 && <div className={styles.bar}><ButtonLink href={practise(view.isDue, total)}>{t('practise', { count: Math.min(total, LARGEST_DRAW) })}</ButtonLink></div>}
      {/* It stays as long as the address asks for the same: the question that is open in it may have been the last. */}
      <MistakeList key={`${view.source}-${view.page}`} items={items} hasBank={hasBank} now={now}>
        {mistakes.error
          ? <Panel><ErrorState title={t('loadFailed')} /></Panel>
          : <EmptyPage page={mistakes.value.page} total={total} firstHref={href({})} empty={{ text: t(isFiltered ? 'noneFound' : 'none'), action: isFiltered ? { href: routes.mistakeBook(bookQuery({ source: view.source, size: view.size })), label: t('showAll') } : { href: routes.myExams(), label: t('toExams') } }} />}
      </MistakeList>
      <Pager page={mistakes.value?.page ?? view.page} size={mistakes.value?.size ?? view.size} asked={view.size} total={mistakes.value?.total ?? null} sizes={longListSizes} hrefOf={href} />
    </>
  )
}
