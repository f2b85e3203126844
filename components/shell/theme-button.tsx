'use client'

import { Moon, Sun } from 'lucide'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { onDarkness, isDark, setTheme } from '@/components/shell/theme'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'

/** Light to dark and back in one press, for pages without a user menu. */
export function ThemeButton() {
  const t = useTranslations('shell.theme')
  const dark = useSyncExternalStore(onDarkness, isDark, () => false)
  return <IconButton label={dark ? t('toLight') : t('toDark')} icon={dark ? <Icon of={Sun} className="i" /> : <Icon of={Moon} className="i" />} onClick={() => setTheme(dark ? 'light' : 'dark')} />
}
