import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { FreshPage } from '@/components/content/fresh-page'
import { Part } from '@/components/content/part'
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
  const { tenantId, locale } = learner
  const t = await getTranslations('home')
  // All at once; a part that is late shows when it is there.
  const banners = settle(keptForTenant(tenantId, `banners ${locale}`, () => listBanners(learner)))
  const begun = settle(listInProgress(learner))
  const notices = settle(keptForTenant(tenantId, 'notices', () => listNotices(learner)))
  const floors = settle(keptForTenant(tenantId, `floors ${locale}`, () => listFloors(learner)))
  await inTime(banners, begun, notices, floors)
  return (
    <HomeParts>
      <FreshPage />
      <PageHead title={t('title')} hidden />
      <Part of={banners} skeleton={<BannerSkeleton />}><HomeBanners asked={banners} /></Part>
      <Part of={begun} skeleton={<StripSkeleton />}><StudyStrip asked={begun} /></Part>
      <Part of={notices} skeleton={<NewsSkeleton />}><HomeNews asked={notices} /></Part>
      <Part of={floors} skeleton={<FloorSkeleton />}><HomeFloors asked={floors} /></Part>
    </HomeParts>
  )
}
