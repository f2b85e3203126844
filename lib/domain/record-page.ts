import { escaped } from './escaped'
import type { ReceiptBook } from './receipts'
import type { LearnerRecord, RecordExam, RecordItem } from './record'

/** The words of the page; `say` fills in what stands in braces. */
export type RecordWords = { lang: string; say: (key: string, values?: Record<string, string | number>) => string; day: (iso: string | null) => string; moment: (iso: string | null) => string }

type Cell = string | number | null

function table(caption: string, heads: string[], rows: Cell[][]): string {
  const body = rows.map((cells) => `<tr>${cells.map((cell, index) => (index === 0 ? `<th scope="row">${escaped(cell)}</th>` : `<td>${escaped(cell)}</td>`)).join('')}</tr>`).join('\n')
  return `<div class="wide" role="group" tabindex="0" aria-label="${escaped(caption)}"><table><caption>${escaped(caption)}</caption><thead><tr>${heads.map((head) => `<th scope="col">${escaped(head)}</th>`).join('')}</tr></thead><tbody>\n${body}\n</tbody></table></div>`
}

const facts = (pairs: [string, Cell][]) => `<dl>${pairs.map(([term, value]) => `<div><dt>${escaped(term)}</dt><dd>${escaped(value === '' || value === null ? '–' : value)}</dd></div>`).join('')}</dl>`

function items(title: string, list: RecordItem[], { say, moment }: RecordWords): string {
  if (list.length === 0) return `<h2>${escaped(title)}</h2><p>${escaped(say('none'))}</p>`
  const overview = table(title, [say('name'), say('company'), say('state'), say('progress'), say('hours'), say('credits')], list.map((one) => [one.name, one.companyName, say(`states.${one.state}`), `${one.progressPercent}%`, one.hours, one.credits]))
  const details = list.filter((one) => one.notes?.length || one.ledger?.some((entry) => entry.countedMinutes > 0 || entry.notCounted.length > 0)).map((one) => {
    const ledger = one.ledger && table(say('ledger'), [say('section'), say('counted'), say('notCounted')], one.ledger.map((entry) => [entry.name || say('gone'), entry.countedMinutes, entry.notCounted.map(({ reason, minutes }) => `${say(`reasons.${reason}`)} ${minutes}`).join(' · ') || '–']))
    const notes = one.notes?.length && `<h4>${escaped(say('notes'))}</h4><ul>${one.notes.map((note) => `<li><p class="text">${escaped(note.text)}</p><p class="meta">${escaped([note.sectionName, moment(note.writtenAt)].filter(Boolean).join(' · '))}</p></li>`).join('')}</ul>`
    return `<section><h3>${escaped(one.name)}</h3>${ledger || ''}${notes || ''}</section>`
  })
  const missing = (['ledger', 'notes'] as const).map((what) => (list.some((one) => one[what] === null) ? `<p>${escaped(say(`${what}Missing`))}</p>` : '')).join('')
  return `<h2>${escaped(title)}</h2>${overview}${missing}${details.join('\n')}`
}

/** That receipts are missing, and whether the platform has none or there was no room; an attempt that is not decided has none yet, a practical one never. */
function missingReceipts({ exams, receiptsLeftOut }: LearnerRecord, { say }: RecordWords): string {
  const isMissing = exams.some(({ kind, attempts }) => kind !== 'practical' && attempts.some(({ state, score, receipts }) => state === 'finished' && score !== null && receipts === null))
  return receiptsLeftOut || isMissing ? `<p>${escaped(say(receiptsLeftOut ? 'receiptsLeftOut' : 'receiptsMissing'))}</p>` : ''
}

/** What an attempt has receipts of: that it was handed in, then each answer. */
const receiptRows = ({ handIn, receipts }: ReceiptBook, moment: RecordWords['moment']): Cell[][] =>
  [...(handIn ? [[handIn.number, moment(handIn.time), handIn.hash]] : []), ...receipts.map(({ code, time, hash }) => [code, moment(time), hash])]

function exam(one: RecordExam, { say, moment }: RecordWords): string {
  const attempts = table(say('attempts'), [say('number'), say('started'), say('finished'), say('score'), say('outcome'), say('receiptCount')], one.attempts.map((attempt) => [
    attempt.number, moment(attempt.startedAt), moment(attempt.finishedAt), attempt.score === null || attempt.score < 0 ? '–' : attempt.score, attempt.outcome ? say(`outcomes.${attempt.outcome}`) : '–', attempt.receipts ? receiptRows(attempt.receipts, moment).length : '–',
  ]))
  const receipts = one.attempts.map(({ number, receipts: book }) => {
    const rows = book ? receiptRows(book, moment) : []
    return rows.length > 0 ? table(say('receiptsOf', { number }), [say('receipt'), say('time'), say('hash')], rows) : ''
  })
  return `<section><h3>${escaped(one.title)}</h3>${one.of ? `<p class="meta">${escaped(one.of.name)}</p>` : ''}${attempts}${receipts.join('')}</section>`
}

const style = 'body{font:16px/1.7 system-ui,"PingFang SC","Hiragino Sans","Noto Sans CJK SC","Microsoft YaHei",sans-serif;max-width:64rem;margin:0 auto;padding:2rem 1rem;color-scheme:light dark;color:light-dark(black,white);background:light-dark(white,black)}h1{line-height:1.3}h2{margin-top:2.5rem;border-bottom:2px solid}section{margin-top:1.5rem}.wide{position:relative;overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.75rem 0;font-variant-numeric:tabular-nums}caption{text-align:start;font-weight:600;padding:.25rem 0}th,td{text-align:start;vertical-align:top;padding:.4rem .75rem;border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent);overflow-wrap:anywhere;min-width:4em}tbody th{min-width:8em}h2+.wide caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:.25rem 1.5rem}dt{opacity:.75}dd{margin:0;font-weight:600}.text{white-space:pre-wrap;margin:.5rem 0 0}.meta{opacity:.75;margin:0}@media print{body{max-width:none}}'

/** The record as one page that needs nothing but itself: no network, no script. */
export function recordPage(record: LearnerRecord, words: RecordWords): string {
  const { say, day, moment, lang } = words
  const { learner, summary, platform } = record
  const title = say('title', { name: learner.name })
  const certificates = record.certificates.map((one): Cell[] => [
    one.name, one.number, one.issuer, day(one.obtainedAt),
    one.validity === null ? '–' : one.validity.kind === 'permanent' ? say('permanent') : one.validity.kind === 'months' ? say('months', { months: one.validity.months }) : say('until', { date: day(one.validity.date) }),
  ])
  return `<!doctype html>
<html lang="${escaped(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(say('from', { platform: platform.title || platform.domain, time: moment(record.takenAt) }))}</p>
${facts([[say('account'), learner.account], [say('post'), learner.post], [say('company'), learner.company], [say('department'), learner.department], [say('phone'), learner.phone], [say('email'), learner.email]])}
${summary ? `<h2>${escaped(say('summary'))}</h2>${facts([[say('points'), summary.points], [say('hours'), summary.hours], [say('credits'), summary.credits], [say('fact.courses'), summary.courses], [say('fact.plans'), summary.plans], [say('fact.exams'), summary.exams]])}` : ''}
${items(say('courses'), record.courses, words)}
${items(say('plans'), record.plans, words)}
<h2>${escaped(say('exams'))}</h2>${record.examsMissing ? `<p>${escaped(say('examsMissing'))}</p>` : ''}${missingReceipts(record, words)}
${record.exams.length > 0 ? record.exams.map((one) => exam(one, words)).join('\n') : `<p>${escaped(say('none'))}</p>`}
<h2>${escaped(say('certificates'))}</h2>
${certificates.length > 0 ? table(say('certificates'), [say('name'), say('number'), say('issuer'), say('obtained'), say('validity')], certificates) : `<p>${escaped(say('none'))}</p>`}
</main>
</body>
</html>
`
}
