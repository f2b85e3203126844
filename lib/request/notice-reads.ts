import 'server-only'
import { BoundedMap } from '@/lib/domain/bounded-map'
import { defaultLocale } from '@/lib/domain/locale'
import type { NoticeSummary } from '@/lib/domain/notices'
import { readNotices, type NoticeText } from '@/lib/training/notice-index'
import { lastSeen } from './last-seen'

const FRESH_MS = 15_000
/** Texts stay a little longer than the list counts as fresh, so that whoever has just been given the list finds them. */
const TEXTS_MS = FRESH_MS + 5_000
/** Characters of texts of all tenants together; those read last stay in any case. */
const [MOST_TENANTS, MOST_TEXT] = [2_000, 16_000_000]

type Texts = Map<string, NoticeText>
type Kept = { texts: Texts; /** Which reading it is, without holding what was read. */ mark: object }

// The middleware reads first, and pages of another bundle take the texts of that reading.
const shared = globalThis as { trainhallNoticeTexts?: BoundedMap<Kept> }
const kept = (shared.trainhallNoticeTexts ??= new BoundedMap<Kept>({ most: MOST_TENANTS, characters: MOST_TEXT, lengthOf: ({ texts }) => texts.values().reduce((sum, { content }) => sum + (content?.length ?? 0), 0) }))

const seenLists = lastSeen({ name: 'notices', freshMs: FRESH_MS, maxKeys: 2_000, characters: 8_000_000 })

function keepTexts(tenantId: string, texts: Texts): void {
  const mark = {}
  kept.set(tenantId, { texts, mark })
  forgetLater(tenantId, mark)
}

/** By itself, so that the timer holds no text that others have taken the place of. */
function forgetLater(tenantId: string, mark: object): void {
  setTimeout(() => kept.get(tenantId)?.mark === mark && kept.delete(tenantId), TEXTS_MS).unref()
}

type Reading = { list: NoticeSummary[]; texts: Texts }
const running = new Map<string, Promise<Reading>>()

/** All of a tenant's notices; whoever asks meanwhile takes part in the same reading. */
function readAll(tenantId: string): Promise<Reading> {
  const begun = running.get(tenantId)
  if (begun) return begun
  const reading = readNotices({ tenantId, locale: defaultLocale }).then((read) => {
    keepTexts(tenantId, read.texts)
    return read
  }).finally(() => running.delete(tenantId))
  running.set(tenantId, reading)
  return reading
}

/** The notices of a tenant, newest first: one reading every 15 seconds for lists, addresses and texts; as last seen while the platform is away, so that no page with an error takes the place of one with news. */
export function listedNotices(tenantId: string): Promise<NoticeSummary[]> {
  return seenLists(tenantId, async () => (await readAll(tenantId)).list)
}

/** The text of a notice out of the last reading, or of a new one where that is let go. */
export async function textOfNotice(tenantId: string, id: string): Promise<NoticeText | null> {
  return (kept.get(tenantId)?.texts ?? (await readAll(tenantId)).texts).get(id) ?? null
}
