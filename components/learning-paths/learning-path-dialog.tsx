'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { PathDrawing } from '@/components/learning-paths/path-drawing'
import { AskedCourses } from '@/components/linked-courses/asked-courses'
import { LinkedCourseList } from '@/components/linked-courses/linked-course-list'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { PanelSkeleton } from '@/components/ui/skeletons'
import type { LearningPath, PathNode } from '@/lib/domain/learning-paths'
import { learningPath, nodeCourses } from '@/lib/queries/learning-paths'
import { isNotThere } from '@/lib/queries/not-there'
import { routes } from '@/lib/routes'
import styles from './learning-paths.module.css'

/** A learning path: what it is for, its nodes joined by lines, and the courses of the chosen one. */
export default function LearningPathDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useTranslations('learningPaths')
  const asked = useQuery(learningPath(id))
  const title = asked.data?.name ?? name
  return (
    <Dialog open wide title={title ? <PlatformText>{title}</PlatformText> : t('title')} onClose={onClose}>
      {asked.data
        ? <OpenPath path={asked.data} />
        : isNotThere(asked.error) ? <EmptyState title={t('gone')} /> : asked.isError ? <ErrorState title={t('oneFailed')} onRetry={() => void asked.refetch()} retrying={asked.isFetching} /> : <PanelSkeleton lines={4} height={320} />}
    </Dialog>
  )
}

function OpenPath({ path }: { path: LearningPath }) {
  const t = useTranslations('learningPaths')
  // One begins where one is: at the first node that is not done.
  const [chosen, choose] = useState(() => (path.nodes.find((node) => node.standing !== 'passed') ?? path.nodes[0])?.id)
  const node = path.nodes.find(({ id }) => id === chosen)
  return (
    <div className={styles.open}>
      {path.introduction && <p className={styles.introduction}><PlatformText>{path.introduction}</PlatformText></p>}
      {node ? <><PathDrawing nodes={path.nodes} chosen={node.id} onChoose={choose} /><NodeCourses pathId={path.id} node={node} /></> : <EmptyState text={t('noNodes')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} />}
    </div>
  )
}

function NodeCourses({ pathId, node }: { pathId: string; node: PathNode }) {
  const t = useTranslations('learningPaths')
  const asked = useQuery(nodeCourses(pathId, node.id))
  return (
    <section className={styles.courses} aria-live="polite" aria-busy={asked.isPending}>
      <h3 className="h3">{t.rich('coursesOf', { node: () => <PlatformText>{node.name}</PlatformText> })}</h3>
      <AskedCourses asked={asked}>{(courses) => <LinkedCourseList courses={courses} label={t('coursesLabel', { node: node.name })} />}</AskedCourses>
    </section>
  )
}
