'use client'

import { useSyncExternalStore } from 'react'
import { onTheme, readTheme, type Theme } from '@/components/shell/theme'

/** The theme in use; `system` until the browser is asked. */
export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, readTheme, () => 'system')
}
