'use client'

import { Globe, LogOut, Palette, PanelTop, UserRound } from 'lucide'
import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { languageOptions, useLanguageChoice } from '@/components/shell/language-choice'
import { currentMark, navPlaces } from '@/components/shell/nav'
import { setTheme, themes } from '@/components/shell/theme'
import { useTheme } from '@/components/shell/theme-choice'
import { setStrip } from '@/components/shell/visited'
import { useStripOn } from '@/components/shell/visited-gate'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuChoice, MenuItem, MenuLink } from '@/components/ui/menu-items'
import { routes } from '@/lib/routes'

const LogOutDialog = lazy(() => import('@/components/shell/log-out').then((part) => ({ default: part.LogOutDialog })))

type Props = {
  label: string
  trigger: ReactNode
  triggerClass?: string
  /** With all links of the header, where it has no room for them. */
  withNav?: { exerciseBank: boolean }
  /** Whether the page has room for the strip of visited pages, which is switched here. */
  hasStrip: boolean
}

/** Personal centre, theme, language and log out. */
export function AccountMenu({ label, trigger, triggerClass, withNav, hasStrip }: Props) {
  const t = useTranslations('shell')
  const path = usePathname()
  const theme = useTheme()
  const language = useLanguageChoice()
  const strip = useStripOn() ? 'on' : 'off'
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <Menu label={label} trigger={trigger} triggerClass={triggerClass} menuClass="account-menu">
        {() => (
          <>
            {withNav
              ? navPlaces(withNav.exerciseBank).map((place) => <MenuLink key={place.key} href={place.href} aria-current={currentMark(place, path)}>{t(`nav.${place.key}`)}</MenuLink>)
              : <MenuLink href={routes.personalCentre()} icon={<Icon of={UserRound} className="i" />}>{t('nav.personalCentre')}</MenuLink>}
            <hr />
            <MenuChoice label={t('theme.label')} icon={<Icon of={Palette} className="i i-16" />} value={theme} options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))} onChoose={setTheme} />
            <MenuChoice label={t('language.label')} icon={<Icon of={Globe} className="i i-16" />} value={language.current} options={languageOptions.map((option) => ({ ...option, label: language.nameOf(option.value) }))} onChoose={language.ask} />
            {hasStrip && <MenuChoice label={t('visited.strip')} icon={<Icon of={PanelTop} className="i i-16" />} value={strip} options={(['off', 'on'] as const).map((value) => ({ value, label: t(`visited.${value}`) }))} onChoose={(value) => setStrip(value === 'on')} />}
            <hr />
            <MenuItem icon={<Icon of={LogOut} className="i" />} onSelect={() => setLeaving(true)}>{t('logout.action')}</MenuItem>
          </>
        )}
      </Menu>
      {language.question}
      {leaving && <Suspense><LogOutDialog open onClose={() => setLeaving(false)} /></Suspense>}
    </>
  )
}
