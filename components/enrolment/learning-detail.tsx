import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
import { usePlatformLang } from '@/components/content/platform-text'
import { RichText } from '@/components/content/rich-text'
import { LearnButton } from '@/components/enrolment/learn-button'
import { reasonId } from '@/components/enrolment/learning-hero'
import { LearningTabs, NoIntroduction } from '@/components/enrolment/learning-tabs'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { Dock } from '@/components/ui/dock'
import { ErrorState } from '@/components/ui/error-state'
import { Columns, PageHead } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import { SearchBar } from '@/components/ui/search-bar'
import type { DetailTab, LearningDetail } from '@/lib/domain/course-detail'
import type { Closure, EnrolmentKind, PlanWindow } from '@/lib/domain/enrolment'
import { routes } from '@/lib/routes'
import styles from './learning-detail.module.css'

const places = {
  course: { list: routes.myCourses, library: routes.courseLibrary, detail: routes.courseDetail },
  plan: { list: routes.myPlans, library: routes.planLibrary, detail: routes.planDetail },
}

/** Back to my list, and a search through the library. */
export function LearningDetailTop({ kind, name }: { kind: EnrolmentKind; name?: string }) {
  const t = useTranslations('learningDetail')
  const lang = usePlatformLang()
  const here = name ? [{ label: name, lang: lang(name) }] : []
  return (
    <div className={styles.top}>
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t(`${kind}.list`), href: places[kind].list() }, ...here]} />
      <SearchBar action={places[kind].library()} label={t(`${kind}.search`)} />
    </div>
  )
}

type Props = {
  kind: EnrolmentKind
  detail: LearningDetail & { window?: PlanWindow | undefined }
  closure: Closure | null
  tab: DetailTab
  hero: ReactNode
  side: ReactNode
  catalogue: ReactNode
}

/** A course or plan: its head, its introduction or catalogue, what stands beside, and on phones the button in the dock. */
export function LearningDetailPage({ kind, detail, closure, tab, hero, side, catalogue }: Props) {
  const t = useTranslations('learningDetail')
  const { id, name, introduction } = detail
  const catalogueHref = places[kind].detail(id, name, { tab: 'catalogue' })
  return (
    // Where only the query of an address changes the page keeps its state: a refusal, a press, what was unlocked are of one course or plan.
    <Fragment key={`${kind} ${id}`}>
      <LearningDetailTop kind={kind} name={name} />
      {hero}
      <div className={styles.columns}>
        <Columns asideLabel={t(`${kind}.side`)} aside={side}>
          <section className={`panel ${styles.views}`} aria-label={t(`${kind}.views`)}>
            <LearningTabs
              label={t(`${kind}.views`)}
              items={[
                { label: t('introduction'), href: places[kind].detail(id, name), current: tab === 'introduction' },
                { label: t('catalogue'), href: catalogueHref, current: tab === 'catalogue' },
              ]}
            />
            <div className={tab === 'catalogue' ? styles.catalogue : styles.introduction}>
              {tab === 'catalogue'
                ? catalogue
                : introduction
                  ? <RichText html={introduction} />
                  : <NoIntroduction text={t(`${kind}.noIntroduction`)} catalogue={{ href: catalogueHref, label: t('toCatalogue') }} />}
            </div>
          </section>
        </Columns>
      </div>
      <Dock label={t('dock')}>
        <LearnButton target={{ kind, id }} state={detail.state} closure={closure} window={detail.window} reasonId={reasonId} />
      </Dock>
    </Fragment>
  )
}

/** Instead of a course or plan that could not be read. */
export function LearningDetailFailed({ kind }: { kind: EnrolmentKind }) {
  const t = useTranslations('learningDetail')
  return (
    <>
      <LearningDetailTop kind={kind} />
      <PageHead title={t(`${kind}.title`)} hidden />
      <Panel><ErrorState title={t(`${kind}.failed`)} text={t(`${kind}.failedText`)} /></Panel>
    </>
  )
}
