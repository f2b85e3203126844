import { Link } from '@/components/ui/link'

export type LinkTab = { href: string; label: string; count?: number; current: boolean }

/** Filters and views whose state is an address; they look like tabs and are links. */
export function LinkTabs({ label, items }: { label: string; items: readonly LinkTab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map(({ href, label: text, count, current }) => (
        <Link key={href} href={href} aria-current={current ? 'page' : undefined} scroll={false}>
          {text}
          {count !== undefined && <span className="count">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
