import { ChevronDown, Menu as MenuIcon } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { AccountMenu } from '@/components/shell/account-menu'
import { Bell } from '@/components/shell/bell'
import { BrandMark } from '@/components/shell/brand-mark'
import { LanguageMenu } from '@/components/shell/language-menu'
import { MainNav } from '@/components/shell/main-nav'
import { ThemeButton } from '@/components/shell/theme-button'
import { Avatar } from '@/components/ui/avatar'
import { ButtonLink } from '@/components/ui/button-link'
import { defaultLocale } from '@/lib/domain/locale'
import { routes } from '@/lib/routes'

export type HeaderProps = {
  tenant: { title: string; logoUrl: string | null }
  /** Nobody on public pages: then language, theme and the way to log in. */
  learner: { name: string; avatarUrl: string | null } | null
  exerciseBank?: boolean
}

/** Logo and name, where one can go, messages and the learner's own menu. */
export function Header({ tenant, learner, exerciseBank = false }: HeaderProps) {
  const t = useTranslations('shell')
  const long = useLocale() !== defaultLocale || exerciseBank
  return (
    <header className={long ? 'header header-long' : 'header'}>
      <div className="container">
        <BrandMark {...tenant} href={routes.home()} />
        {learner ? (
          <>
            <MainNav exerciseBank={exerciseBank} />
            <div className="header-end">
              <Bell />
              <div className="only-wide">
                <AccountMenu label={t('menu.userOf', { name: learner.name })} triggerClass="usermenu" trigger={<><Avatar src={learner.avatarUrl} size={32} /><span className="clip1">{learner.name}</span><ChevronDown className="i i-16" /></>} />
              </div>
              <div className="only-narrow">
                <AccountMenu label={t('menu.user')} trigger={<MenuIcon className="i" />} withNav={{ exerciseBank }} />
              </div>
            </div>
          </>
        ) : (
          <div className="header-end">
            <LanguageMenu />
            <ThemeButton />
            <ButtonLink href={routes.login()} prefetch={false}>{t('login')}</ButtonLink>
          </div>
        )}
      </div>
    </header>
  )
}
