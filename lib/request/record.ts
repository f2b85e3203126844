import 'server-only'
import { strToU8, zip } from 'fflate'
import { createTranslator } from 'next-intl'
import { localDay } from '@/lib/domain/certificates'
import { htmlLang } from '@/lib/domain/locale'
import { recordFileName } from '@/lib/domain/record'
import { recordPage } from '@/lib/domain/record-page'
import { turnsOf } from '@/lib/domain/turns'
import type { Learner } from '@/lib/domain/learner'
import type { Tenant } from '@/lib/domain/tenant'
import { loadMessages } from '@/lib/i18n/messages'
import { timeZone } from '@/lib/i18n/request'
import { TrainingError } from '@/lib/training/errors'
import { collectRecord } from '@/lib/training/record'

/** A record and what is written of it take up to some hundred megabytes. */
const inTurn = turnsOf(2, { ms: 45_000, error: () => new TrainingError('busy', '') })

type RecordFile = { name: string; content: Uint8Array<ArrayBuffer> }

/** The learner's record as a zip: a page that opens offline, in the language in use, and the same as JSON. */
export const recordFile = (learner: Learner, tenant: Pick<Tenant, 'title' | 'domain'>, now = new Date()): Promise<RecordFile> => inTurn(() => writtenRecord(learner, tenant, now))

async function writtenRecord(learner: Learner, { title, domain }: Pick<Tenant, 'title' | 'domain'>, now: Date): Promise<RecordFile> {
  const record = await collectRecord(learner, { title, domain }, now)
  const { record: words, ui } = await loadMessages(learner.locale)
  const translate = createTranslator({ locale: learner.locale, messages: { record: words } as { record: Record<string, string> }, namespace: 'record' }) as (key: string, values?: Record<string, string | number>) => string
  const shared = createTranslator({ locale: learner.locale, messages: { ui } as { ui: { moments: Record<string, string> } }, namespace: 'ui.moments', timeZone }) as (key: string, values: { at: Date }) => string
  const page = recordPage(record, {
    lang: htmlLang[learner.locale],
    say: translate,
    day: (iso) => (iso ? localDay(iso) : ''),
    moment: (iso) => (iso && !Number.isNaN(Date.parse(iso)) ? shared('moment', { at: new Date(iso) }) : ''),
  })
  const content = await new Promise<Uint8Array>((resolve, reject) =>
    zip({ 'index.html': strToU8(page), 'record.json': strToU8(JSON.stringify(record)) }, { level: 6 }, (error, data) => (error ? reject(error) : resolve(data))),
  )
  return { name: recordFileName(record), content: new Uint8Array(content) }
}
