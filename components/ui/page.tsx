import type { ReactNode } from 'react'

/** The one title of a page, with search or buttons at the right. */
export function PageHead({ title, lang, hidden = false, children }: { title: ReactNode; lang?: string; /** For screen readers only. */ hidden?: boolean; children?: ReactNode }) {
  const head = <h1 className={hidden ? 'sr' : 'h1'} lang={lang}>{title}</h1>
  return children ? <div className="headline">{head}{children}</div> : head
}

/** Things below each other: 24 apart, `sections` 40. */
export function Stack({ children, sections = false }: { children: ReactNode; sections?: boolean }) {
  return <div className={sections ? 'stack stack-sections' : 'stack'}>{children}</div>
}

/** Content and a side column of 320, one below the other under 1100. */
export function Columns({ children, aside, asideLabel }: { children: ReactNode; aside: ReactNode; asideLabel?: string }) {
  return <div className="columns"><div className="stack">{children}</div><aside className="stack" aria-label={asideLabel}>{aside}</aside></div>
}
