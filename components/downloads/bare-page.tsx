import type { ReactNode } from 'react'
import styles from '@/components/downloads/downloads.module.css'
import { LanguageMenu } from '@/components/shell/language-menu'
import { RouteFocus } from '@/components/shell/route-focus'

/** A page with nothing around it but the choice of a language. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <>
      <RouteFocus />
      <div className={`container ${styles.top}`}><LanguageMenu /></div>
      <main id="main" className="container page" tabIndex={-1}>{children}</main>
    </>
  )
}
