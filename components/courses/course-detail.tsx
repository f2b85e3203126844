import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { CatalogueView } from '@/components/catalogue/catalogue-view'
import { usePlatformLang } from '@/components/content/platform-text'
import { RichText } from '@/components/content/rich-text'
import { CourseDetailHero } from '@/components/courses/course-detail-hero'
import { CourseDetailSide } from '@/components/courses/course-detail-side'
import { LearnButton } from '@/components/enrolment/learn-button'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { Dock } from '@/components/ui/dock'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkTabs } from '@/components/ui/link-tabs'
import { Columns } from '@/components/ui/page'
import { SearchBar } from '@/components/ui/search-bar'
import { RowsSkeleton } from '@/components/ui/skeletons'
import type { Chapter } from '@/lib/domain/catalogue'
import type { CourseDetail as Course, DetailTab } from '@/lib/domain/course-detail'
import type { Settled } from '@/lib/domain/errors'
import { routes } from '@/lib/routes'
import styles from './course-detail.module.css'

/** Back to my courses, and a search through the course library. */
export function CourseDetailTop({ name }: { name?: string }) {
  const t = useTranslations('courseDetail')
  const lang = usePlatformLang()
  const here = name ? [{ label: name, lang: lang(name) }] : []
  return (
    <div className={styles.top}>
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: t('myCourses'), href: routes.myCourses() }, ...here]} />
      <SearchBar action={routes.courseLibrary()} label={t('search')} />
    </div>
  )
}

type Props = { course: Course; /** With their locks applied. */ chapters: Promise<Settled<Chapter[]>>; tab: DetailTab }

/** A course: what it is, how far one is, its introduction and its catalogue. */
export function CourseDetail({ course, chapters, tab }: Props) {
  const t = useTranslations('courseDetail')
  const target = { kind: 'course', id: course.id } as const
  const catalogueHref = routes.courseDetail(course.id, course.name, { tab: 'catalogue' })
  return (
    <>
      <CourseDetailTop name={course.name} />
      <CourseDetailHero course={course} chapters={chapters} />
      <div className={styles.columns}>
        <Columns asideLabel={t('side')} aside={<CourseDetailSide course={course} chapters={chapters} />}>
          <section className={`panel ${styles.views}`} aria-label={t('views')}>
            <LinkTabs
              label={t('views')}
              items={[
                { label: t('introduction'), href: routes.courseDetail(course.id, course.name), current: tab === 'introduction' },
                { label: t('catalogue'), href: catalogueHref, current: tab === 'catalogue' },
              ]}
            />
            <div className={tab === 'catalogue' ? styles.catalogue : styles.introduction}>
              {tab === 'catalogue'
                ? <Suspense fallback={<RowsSkeleton count={6} />}><CatalogueView owner={target} chapters={chapters} begun={course.state !== 'notStarted'} permission={course.permission} /></Suspense>
                : course.introduction
                  ? <RichText html={course.introduction} />
                  : <EmptyState text={t('noIntroduction')} action={{ href: catalogueHref, label: t('toCatalogue') }} />}
            </div>
          </section>
        </Columns>
      </div>
      <Dock label={t('dock')}>
        <LearnButton target={target} state={course.state} permission={course.permission} reasonId="course-reason" />
      </Dock>
    </>
  )
}
