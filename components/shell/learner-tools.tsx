import { ChevronDown, Menu as MenuIcon } from 'lucide'
import { useTranslations } from 'next-intl'
import { AccountMenu } from '@/components/shell/account-menu'
import { Bell } from '@/components/shell/bell'
import { MainNav } from '@/components/shell/main-nav'
import { Avatar } from '@/components/ui/avatar'
import { Icon } from '@/components/ui/icon'

export type LearnerToolsProps = { learner: { name: string; avatarUrl: string | null }; exerciseBank: boolean }

/** What a learner finds in the header: where one can go, messages and the own menu. */
export function LearnerTools({ learner, exerciseBank, hasStrip = true }: LearnerToolsProps & { hasStrip?: boolean }) {
  const t = useTranslations('shell')
  return (
    <>
      <MainNav exerciseBank={exerciseBank} />
      <div className="header-end">
        <Bell />
        <div className="only-wide">
          <AccountMenu hasStrip={hasStrip} label={t('menu.userOf', { name: learner.name })} triggerClass="usermenu" trigger={<><Avatar src={learner.avatarUrl} size={32} /><span className="clip1">{learner.name}</span><Icon of={ChevronDown} className="i i-16" /></>} />
        </div>
        <div className="only-narrow">
          <AccountMenu hasStrip={hasStrip} label={t('menu.user')} trigger={<Icon of={MenuIcon} className="i" />} withNav={{ exerciseBank }} />
        </div>
      </div>
    </>
  )
}
