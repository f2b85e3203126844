import 'server-only'
import type { Visitor } from '@/lib/domain/learner'
import type { Notice, NoticeSummary } from '@/lib/domain/notices'
import { getNotice, listNotices } from '@/lib/training/notices'
import { lastSeen } from './last-seen'

// Asked for whenever a page is made, which happens every 15 seconds at most.
const seenLists = lastSeen({ name: 'notices', freshMs: 0, maxKeys: 1_000 })
const seenNotices = lastSeen({ name: 'notice', freshMs: 0, maxKeys: 2_000 })

/** What the news page lists; while the platform is away as last seen, so that no page with an error takes the place of one with news. */
export const noticesOf = (visitor: Visitor): Promise<NoticeSummary[]> => seenLists(visitor.tenantId, () => listNotices(visitor))

/** One notice, null when it is not there; while the platform is away as last seen. */
export const noticeOf = (visitor: Visitor, id: string): Promise<Notice | null> => seenNotices(`${visitor.tenantId} ${id}`, () => getNotice(visitor, id))
