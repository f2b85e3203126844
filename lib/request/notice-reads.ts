import 'server-only'
import { defaultLocale } from '@/lib/domain/locale'
import { readNotices, type ListedNotice, type NoticeText } from '@/lib/training/notice-index'
import { lastSeen } from './last-seen'

const FRESH_MS = 15_000
/** Texts stay a little longer than the list counts as fresh, so that whoever has just been given the list finds them. */
const TEXTS_MS = FRESH_MS + 5_000
/** Characters of texts of all tenants together; those read last stay in any case. */
const MOST_TEXT = 16_000_000

type Texts = Map<string, NoticeText>
type Kept = { texts: Texts; size: number }

// The middleware reads first, and pages of another bundle take the texts of that reading.
const shared = globalThis as { trainhallNoticeTexts?: Map<string, Kept> }
const kept = (shared.trainhallNoticeTexts ??= new Map())

const seenLists = lastSeen({ name: 'notices', freshMs: FRESH_MS, maxKeys: 2_000 })

function keepTexts(tenantId: string, texts: Texts): void {
  const own: Kept = { texts, size: texts.values().reduce((sum, { content }) => sum + (content?.length ?? 0), 0) }
  kept.delete(tenantId)
  kept.set(tenantId, own)
  let size = kept.values().reduce((sum, one) => sum + one.size, 0)
  for (const [oldest, one] of kept) {
    if (size <= MOST_TEXT || one === own) break
    kept.delete(oldest)
    size -= one.size
  }
  setTimeout(() => kept.get(tenantId) === own && kept.delete(tenantId), TEXTS_MS).unref()
}

async function readAll(tenantId: string): Promise<{ list: ListedNotice[]; texts: Texts }> {
  const read = await readNotices({ tenantId, locale: defaultLocale })
  keepTexts(tenantId, read.texts)
  return read
}

/** The notices of a tenant, newest first: one reading every 15 seconds for lists, addresses and texts; as last seen while the platform is away. */
export function listedNotices(tenantId: string): Promise<ListedNotice[]> {
  return seenLists(tenantId, async () => (await readAll(tenantId)).list)
}

/** The text of a notice out of the last reading, or of a new one where that is let go. */
export async function textOfNotice(tenantId: string, id: string): Promise<NoticeText | null> {
  return (kept.get(tenantId)?.texts ?? (await readAll(tenantId)).texts).get(id) ?? null
}
