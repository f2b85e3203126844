// Pictures of every screen in three languages, two themes and two widths into .screens/: `npm run screens [-- name-part]`.
// The product must be running (`npm run up`); ORIGIN names it when it is not http://localhost:3000.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import '../tests/support/local-names.ts'
import { visits } from '../tests/support/screens.ts'
import { findBrowser } from './lib/browser.mjs'
import { root } from './lib/paths.mjs'

const base = new URL(process.env.ORIGIN ?? 'http://localhost:3000')
const origin = (domain = 'localhost') => `${base.protocol}//${domain}${base.port ? `:${base.port}` : ''}`
const wanted = process.argv[2]
const only = (name) => (process.env[name] ? process.env[name].split(',') : null)
const languages = only('LANGUAGES') ?? ['zh', 'en', 'ja']
const themes = only('THEMES') ?? ['light', 'dark']
const widths = (only('WIDTHS') ?? ['1280', '360']).map(Number)
const folder = join(root, '.screens')
const chosen = visits.filter((visit) => !wanted || visit.name.includes(wanted))

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

if (chosen.length === 0) refuse(`No screen has "${wanted}" in its name; there are: ${visits.map(({ name }) => name).join(', ')}.`)
if (!(await fetch(`${base.origin}/api/health`).catch(() => null))?.ok) refuse(`No web answers at ${base.origin}: start one with npm run up, or name it with ORIGIN.`)
mkdirSync(folder, { recursive: true })

const browser = await chromium.launch({
  executablePath: await findBrowser(console.log),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
let taken = 0
for (const visit of chosen) {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const at = origin(visit.domain)
  if (visit.account) {
    const reply = await context.request.post(`${at}/api/public/session`, { headers: { origin: at }, data: { account: visit.account, password: 'Train2026', consent: true } })
    if (!reply.ok()) throw new Error(`login of ${visit.account}: ${reply.status()}`)
  }
  for (const width of widths) for (const theme of themes) for (const language of languages) {
    await context.addCookies([{ name: 'lang', value: language, url: at }, { name: 'theme', value: theme, url: at }])
    const page = await context.newPage()
    await page.setViewportSize({ width, height: width < 500 ? 740 : 800 })
    await page.goto(at + visit.path)
    // What goes on asking is not waited for.
    await page.waitForLoadState('networkidle').catch(() => undefined)
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: 10_000 }).catch(() => undefined)
    await page.screenshot({ path: join(folder, `${visit.name}-${width}-${theme}-${language}.png`), fullPage: visit.shell !== 'focus' })
    await page.close()
    taken += 1
  }
  await context.close()
  console.log(`${visit.name}: done`)
}
await browser.close()
console.log(`${taken} pictures in .screens/`)
