import { messages } from './messages.ts'

type Entry = { phone: string; code: string; purpose: 'register' | 'reset'; tenantId: number; sentTime: string }

const words = messages.outbox

/** The page of the demo that shows the codes sent to phones, newest first; it reloads every five seconds. */
export function outboxPage(entries: Entry[]): string {
  const rows = entries.map(
    ({ sentTime, tenantId, phone, purpose, code }) =>
      `<tr><td>${sentTime}</td><td>${tenantId}</td><td>${phone}</td><td>${words[purpose]}</td><td><strong>${code}</strong></td></tr>`,
  )
  const heads = words.columns.map((head) => `<th>${head}</th>`)
  return `<!doctype html>
<html lang="zh">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>${words.title}</title>
<style>
body { font: 16px/1.6 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: .5rem .75rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
strong { font-variant-numeric: tabular-nums; letter-spacing: .08em }
</style>
</head>
<body>
<h1>${words.title}</h1>
<p>${words.explanation}</p>
${rows.length === 0 ? `<p>${words.empty}</p>` : `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`}
</body>
</html>
`
}
