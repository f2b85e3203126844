// Pictures of every screen in three languages, two themes and two widths into .screens/: `npm run screens [-- name-part]`.
// The product must be running (`npm run up`); ORIGIN names it when it is not http://localhost:3000.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments, refuseArguments } from './arguments.mjs'
import { findBrowser } from './browser.mjs'
import { runCommand } from './command.mjs'
import { root } from './paths.mjs'
import { isStopping } from './processes.mjs'
import { Refusal } from './refusal.mjs'

const usage = `npm run screens [-- NAME]
Pictures of the screens whose names have NAME in them, or of all, into .screens/. The product must be running.
ORIGIN names it when it is not http://localhost:3000; LANGUAGES, THEMES and WIDTHS choose (zh,en,ja; light,dark; 1280,360).`

/** What a variable of the environment chooses of what there is. */
function chosenOf(name, all) {
  const chosen = process.env[name] ? process.env[name].split(',') : all
  const unknown = chosen.find((word) => !all.includes(word))
  if (unknown !== undefined) throw new Refusal(`${name} chooses among ${all.join(',')}, not "${unknown}".`)
  return chosen
}

/** What is wrong with where a visit came; null when it came where it wanted to. */
export function faultOfVisit({ status, wanted, came }) {
  if (status !== 200) return `was answered ${status ?? 'not at all'}`
  return came === wanted ? null : `led to ${came}`
}

/** A context of the browser in which a visit's learner is logged in. */
async function openContext(browser, at, account) {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  if (!account) return context
  const reply = await context.request.post(`${at}/api/public/session`, { headers: { origin: at }, data: { account, password: 'Train2026', consent: true } })
  if (!reply.ok()) throw new Refusal(`${account} cannot log in at ${at}: ${reply.status()}.`)
  return context
}

/** Takes a picture of a screen in one view; gives what is wrong with what it shows, null when nothing is. */
async function takePicture(context, { visit, at, language, theme, width, placeOf }) {
  await context.addCookies([{ name: 'lang', value: language, url: at }, { name: 'theme', value: theme, url: at }])
  const page = await context.newPage()
  await page.setViewportSize({ width, height: width < 500 ? 740 : 800 })
  const reply = await page.goto(at + visit.path)
  // What goes on asking is not waited for.
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: 10_000 }).catch(() => undefined)
  await page.screenshot({ path: join(root, '.screens', `${visit.name}-${width}-${theme}-${language}.png`), fullPage: visit.shell !== 'focus' })
  const fault = faultOfVisit({ status: reply?.status(), wanted: placeOf(at + visit.path), came: placeOf(page.url()) })
  await page.close()
  return fault
}

async function work(wanted) {
  const origin = process.env.ORIGIN || 'http://localhost:3000'
  if (!URL.canParse(origin)) throw new Refusal(`ORIGIN must look like http://localhost:3000, not "${origin}".`)
  const base = new URL(origin)
  const [languages, themes, widths] = [chosenOf('LANGUAGES', ['zh', 'en', 'ja']), chosenOf('THEMES', ['light', 'dark']), chosenOf('WIDTHS', ['1280', '360']).map(Number)]
  await import('../../tests/support/local-names.ts')
  const { placeOf, visits } = await import('../../tests/support/screens.ts')
  const { chromium } = await import('@playwright/test')
  const chosen = visits.filter((visit) => !wanted || visit.name.includes(wanted))
  if (chosen.length === 0) throw new Refusal(`No screen has "${wanted}" in its name; there are: ${visits.map(({ name }) => name).join(', ')}.`)
  if (!(await fetch(`${base.origin}/api/health`).catch(() => null))?.ok) throw new Refusal(`No web answers at ${base.origin}: start one with npm run up, or name it with ORIGIN.`)
  mkdirSync(join(root, '.screens'), { recursive: true })
  const browser = await chromium.launch({
    executablePath: await findBrowser(console.log),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  let taken = 0
  const faults = []
  for (const visit of chosen) {
    if (isStopping()) return
    const at = `${base.protocol}//${visit.domain ?? 'localhost'}${base.port ? `:${base.port}` : ''}`
    const context = await openContext(browser, at, visit.account)
    for (const width of widths) for (const theme of themes) for (const language of languages) {
      const fault = await takePicture(context, { visit, at, language, theme, width, placeOf })
      if (fault !== null) faults.push(`${visit.name} (${language}, ${theme}, ${width}) ${fault}`)
      taken += 1
    }
    await context.close()
    console.log(`${visit.name}: done`)
  }
  await browser.close()
  console.log(`${taken} pictures in .screens/`)
  if (faults.length > 0) throw new Refusal(`These show another page than theirs:\n${faults.join('\n')}`)
}

/** Takes the pictures. */
export function screens() {
  const { positionals } = readArguments(usage, { allowPositionals: true })
  if (positionals.length > 1) refuseArguments('One name at a time', usage)
  return runCommand({ interruptedCode: 130, work: () => work(positionals[0]) })
}
