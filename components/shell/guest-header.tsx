'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useEffect, useState } from 'react'
import { HeaderFrame, type HeaderTenant } from '@/components/shell/header-frame'
import { LanguageMenu } from '@/components/shell/language-menu'
import { ThemeButton } from '@/components/shell/theme-button'
import { currentAddress } from '@/components/ui/address'
import { ButtonLink } from '@/components/ui/button-link'
import type { WhoIsThere } from '@/lib/domain/session'
import { getWho } from '@/lib/queries/session'
import { inLanguage, routes } from '@/lib/routes'

const LearnerTools = lazy(() => import('@/components/shell/learner-tools-alone'))

/** The header of a page that is the same for everybody: a learner who is logged in gets back what is theirs. */
export function GuestHeader({ tenant }: { tenant: HeaderTenant }) {
  const t = useTranslations('shell')
  const locale = useLocale()
  const router = useRouter()
  const [who, setWho] = useState<WhoIsThere | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    // Nobody, or nobody to ask: the page is a stranger's.
    const ask = () => getWho(leaving.signal).then(setWho, () => setWho(null))
    void ask()
    // A page that the browser has kept is shown again as it was; by now somebody may have logged in, or out.
    addEventListener('pageshow', ({ persisted }) => void (persisted && ask()), { signal: leaving.signal })
    return () => leaving.abort()
  }, [])
  // The page is the same for everybody and at every address it has: where to come back to is known when the link is followed.
  const logIn = (way: { preventDefault: () => void }) => {
    way.preventDefault()
    router.push(inLanguage(locale, routes.login(currentAddress())))
  }
  const stranger = (
    <div className="header-end">
      <LanguageMenu />
      <ThemeButton />
      <ButtonLink href={inLanguage(locale, routes.login())} onNavigate={logIn}>{t('login')}</ButtonLink>
    </div>
  )
  return (
    <HeaderFrame tenant={tenant} exerciseBank={who?.exerciseBank}>
      {who?.learner ? <Suspense fallback={stranger}><LearnerTools learner={who.learner} exerciseBank={who.exerciseBank} /></Suspense> : stranger}
    </HeaderFrame>
  )
}
