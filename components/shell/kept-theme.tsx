'use client'

import { useLayoutEffect } from 'react'
import { showKeptTheme } from '@/components/shell/theme'

/** For pages that only the browser draws, where no script of the head runs: they get the theme that was chosen. */
export function KeptTheme() {
  useLayoutEffect(showKeptTheme, [])
  return null
}
