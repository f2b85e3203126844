import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { Suspense, type ComponentType, type ReactNode } from 'react'
import { CentreFrame } from '@/components/account/centre-frame'
import { ProfileSkeleton } from '@/components/account/profile-skeleton'
import { RowsListSkeleton } from '@/components/cards/rows-list-skeleton'
import { CertificatesSkeleton } from '@/components/certificates/certificates-skeleton'
import { ClassesSkeleton } from '@/components/classes/classes-skeleton'
import { FreshPage } from '@/components/content/fresh-page'
import { CollectionSkeleton } from '@/components/favourites/collection-skeleton'
import { LearningDataSkeleton } from '@/components/learner/learning-data-skeleton'
import { LearningPathsSkeleton } from '@/components/learning-paths/learning-paths-skeleton'
import { PostMapsSkeleton } from '@/components/post-maps/post-maps-skeleton'
import { centreTabOf, type CentreTab } from '@/lib/domain/personal-centre'
import { requireLearner } from '@/lib/request/learner'
import { CertificatesView } from './certificates'
import { ClassesView } from './classes'
import { CollectionView } from './collection'
import { LearningDataView } from './learning-data'
import { LearningPathsView } from './learning-paths'
import { MessagesView } from './messages'
import { MistakesView } from './mistakes'
import { PostMapsView } from './post-maps'
import { ProfileView } from './profile'

type Query = Record<string, string | string[] | undefined>
type Props = { searchParams: Promise<Query> }
type View = { Content: ComponentType<{ query: Query }>; skeleton: ReactNode }

const views: Partial<Record<CentreTab, View>> = {
  learningData: { Content: LearningDataView, skeleton: <LearningDataSkeleton /> },
  messages: { Content: MessagesView, skeleton: <RowsListSkeleton /> },
  profile: { Content: ProfileView, skeleton: <ProfileSkeleton /> },
  collection: { Content: CollectionView, skeleton: <CollectionSkeleton /> },
  classes: { Content: ClassesView, skeleton: <ClassesSkeleton /> },
  learningPaths: { Content: LearningPathsView, skeleton: <LearningPathsSkeleton /> },
  postMaps: { Content: PostMapsView, skeleton: <PostMapsSkeleton /> },
  mistakes: { Content: MistakesView, skeleton: <RowsListSkeleton filters={4} height={140} /> },
  certificates: { Content: CertificatesView, skeleton: <CertificatesSkeleton /> },
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations('personalCentre.tabs')
  return { title: t(centreTabOf(await searchParams)) }
}

export default async function PersonalCentrePage({ searchParams }: Props) {
  await requireLearner()
  const query = await searchParams
  const tab = centreTabOf(query)
  const view = views[tab]
  if (!view) notFound()
  return (
    <CentreFrame tab={tab}>
      <FreshPage />
      <Suspense fallback={view.skeleton}><view.Content query={query} /></Suspense>
    </CentreFrame>
  )
}
