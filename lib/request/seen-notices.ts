import 'server-only'
import type { Notice } from '@/lib/domain/notices'
import { noticeWith } from '@/lib/training/notices'
import { lastSeen } from './last-seen'
import { listedNotices, textOfNotice } from './notice-reads'

// Asked for whenever a page is made; the reading behind it is as old as lists are. Few are so long, and a web remembers thousands.
const seenNotices = lastSeen({ name: 'notice', freshMs: 0, maxKeys: 2_000, longest: 200_000 })

/** One notice, null when it is not there; while the platform is away as last seen. */
export const noticeOf = (tenantId: string, id: string): Promise<Notice | null> => seenNotices(`${tenantId} ${id}`, async () => {
  const listed = (await listedNotices(tenantId)).find((one) => one.id === id)
  const text = listed ? await textOfNotice(tenantId, id) : null
  return listed && text ? noticeWith(listed, text) : null
})
