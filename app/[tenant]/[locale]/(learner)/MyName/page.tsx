import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { CentreFrame } from '@/components/account/centre-frame'
import { ProfileSkeleton } from '@/components/account/profile-skeleton'
import { FreshPage } from '@/components/content/fresh-page'
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
      <Suspense fallback={<ProfileSkeleton />}><ProfileView /></Suspense>
    </CentreFrame>
  )
}
