'use client'

import { ChevronDown, LogOut, UserRound } from 'lucide'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { LogOutDialog } from '@/components/shell/log-out'
import type { PlayerLearner } from '@/components/study/stage-props'
import { Avatar } from '@/components/ui/avatar'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem, MenuLink } from '@/components/ui/menu-items'
import { routes } from '@/lib/routes'

type Props = { learner: PlayerLearner; /** Reports the visit, while somebody is still logged in. */ leave: () => Promise<unknown>; /** Logging out has failed: the learner stays. */ stay: () => void }

/** The learner's own menu in the player: profile and log out (spec 1 §2). */
export function PlayerMenu({ learner, leave, stay }: Props) {
  const t = useTranslations('study')
  const shell = useTranslations('shell')
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <Menu
        label={shell('menu.userOf', { name: learner.name })}
        triggerClass="usermenu"
        trigger={<><Avatar src={learner.avatarUrl} size={32} /><span className="clip1">{learner.name}</span><Icon of={ChevronDown} className="i i-16" /></>}
      >
        <MenuLink href={routes.profile()} icon={<Icon of={UserRound} className="i" />}>{t('account.profile')}</MenuLink>
        <hr />
        <MenuItem icon={<Icon of={LogOut} className="i" />} onSelect={() => setLeaving(true)}>{shell('logout.action')}</MenuItem>
      </Menu>
      <LogOutDialog open={leaving} onClose={() => setLeaving(false)} before={leave} onStay={stay} />
    </>
  )
}
