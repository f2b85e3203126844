import { headers } from 'next/headers'
import { noticeIdInput } from '@/lib/domain/notices-input'
import { isCrawler } from '@/lib/domain/user-agent'
import { publicDoor } from '@/lib/request/door'
import { countNoticeRead } from '@/lib/training/notices'

/** Counts that somebody has opened a notice: people, not programs, and not before they see it. */
export const POST = publicDoor(noticeIdInput, async (visitor, notice) => {
  const head = await headers()
  const isAhead = /prefetch|prerender/i.test(head.get('sec-purpose') ?? head.get('purpose') ?? '')
  const counted = !isAhead && !isCrawler(head.get('user-agent'))
  if (counted) await countNoticeRead(visitor, notice)
  return { counted }
})
