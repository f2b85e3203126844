'use client'

import { useSearchParams } from 'next/navigation'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkTabs, type LinkTab } from '@/components/ui/link-tabs'
import { reviewPageOf } from '@/lib/domain/reviews'

/** The page of reviews goes along to another view; the browser turns it, and only the address knows which it is. */
function useReviewsAlong(): (href: string) => string {
  const page = reviewPageOf(useSearchParams().get('reviews'))
  return (href) => (page > 1 ? `${href}&reviews=${page}` : href)
}

/** The introduction and the catalogue of a course or plan. */
export function LearningTabs({ label, items }: { label: string; items: readonly LinkTab[] }) {
  const along = useReviewsAlong()
  return <LinkTabs label={label} items={items.map((item) => ({ ...item, href: along(item.href) }))} />
}

/** In place of an introduction that was not written. */
export function NoIntroduction({ text, catalogue: { href, label } }: { text: string; catalogue: { href: string; label: string } }) {
  const along = useReviewsAlong()
  return <EmptyState text={text} action={{ href: along(href), label }} />
}
