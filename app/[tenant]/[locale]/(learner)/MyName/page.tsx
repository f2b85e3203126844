import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { CentreFrame } from '@/components/account/centre-frame'
import { FreshPage } from '@/components/content/fresh-page'
import { PanelSkeleton } from '@/components/ui/skeletons'
import { requireLearner } from '@/lib/request/learner'
import { ProfileView } from '../MyStudy/profile'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('profile'))('title') }
}

export default async function ProfilePage() {
  await requireLearner()
  return (
    <CentreFrame tab="profile">
      <FreshPage />
      <Suspense fallback={<PanelSkeleton lines={8} height={360} />}><ProfileView /></Suspense>
    </CentreFrame>
  )
}
