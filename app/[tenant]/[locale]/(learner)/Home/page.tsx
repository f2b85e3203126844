import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { HomeBanners } from '@/components/home/home-banners'
import { HomeFloors } from '@/components/home/home-floors'
import { HomeNews } from '@/components/home/home-news'
import { HomeParts } from '@/components/home/home-parts'
import { BannerSkeleton, FloorSkeleton, NewsSkeleton, StripSkeleton } from '@/components/home/home-skeletons'
import { StudyStrip } from '@/components/home/study-strip'
import { PageHead } from '@/components/ui/page'
import { inTime } from '@/lib/request/in-time'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { keptForTenant } from '@/lib/request/tenant-cache'
import { listBanners, listFloors, listInProgress } from '@/lib/training/home'
import { listNotices } from '@/lib/training/notices'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('home'))('title') }
}

export default async function HomePage() {
  const learner = await requireLearner()
  const { tenantId } = learner
  const t = await getTranslations('home')
  // All at once; a part that is late shows when it is there.
  const banners = settle(keptForTenant(tenantId, 'banners', () => listBanners(learner)))
  const begun = settle(listInProgress(learner))
  const notices = settle(keptForTenant(tenantId, 'notices', () => listNotices(learner)))
  const floors = settle(keptForTenant(tenantId, 'floors', () => listFloors(learner)))
  await inTime(banners, begun, notices, floors)
  return (
    <HomeParts>
      <PageHead title={t('title')} hidden />
      <Suspense fallback={<BannerSkeleton />}><HomeBanners asked={banners} /></Suspense>
      <Suspense fallback={<StripSkeleton />}><StudyStrip asked={begun} /></Suspense>
      <Suspense fallback={<NewsSkeleton />}><HomeNews asked={notices} /></Suspense>
      <Suspense fallback={<FloorSkeleton />}><HomeFloors asked={floors} /></Suspense>
    </HomeParts>
  )
}
