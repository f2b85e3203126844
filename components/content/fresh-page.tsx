import { getNow } from 'next-intl/server'
import { FreshOnReturn } from '@/components/content/fresh-on-return'

/** Stands on a page that shows what is done elsewhere: the page is read again when it comes back by the back button. */
export async function FreshPage() {
  return <FreshOnReturn renderedAt={(await getNow()).getTime()} />
}
