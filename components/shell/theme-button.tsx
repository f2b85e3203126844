'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { onDarkness, isDark, setTheme } from '@/components/shell/theme'
import { IconButton } from '@/components/ui/icon-button'
import { Moon, Sun } from '@/components/ui/icons'

/** Light to dark and back in one press, for pages without a user menu. */
export function ThemeButton() {
  const t = useTranslations('shell.theme')
  const dark = useSyncExternalStore(onDarkness, isDark, () => false)
  return <IconButton label={dark ? t('toLight') : t('toDark')} icon={dark ? <Sun className="i" /> : <Moon className="i" />} onClick={() => setTheme(dark ? 'light' : 'dark')} />
}
