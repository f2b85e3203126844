// Tabs that were opened on a version of the web and go on while another takes its place: a paper that is answered all the time, a page whose
// links and doors are used afterwards, and one that needs a script of its version which nobody serves any more.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lateSentence } from '../../training-api/tests/answer-kill-stage.ts'
import { root } from '../lib/paths.mjs'
import { platformOf, truthOf } from './calls.mjs'
import { deviceOf, Sitting } from './sitting.mjs'

const words = (name) => JSON.parse(readFileSync(join(root, 'messages', 'zh', `${name}.json`), 'utf8'))
const { nav, menu, logout } = words('shell')
const { add, remove } = words('favourites')
const course = 3001
const patienceMs = 30_000
const answerMs = 700
/** So long a press is waited for before it is tried again. */
const againMs = 3_000

const said = (error) => String(error instanceof Error ? error.message : error).split('\n').slice(0, 3).join(' ')

/** Seconds that something took which is awaited; null when it does not come in time. */
async function secondsOf(since, awaited) {
  return awaited.then(() => (performance.now() - since) / 1000, () => null)
}

/** The page of a course: its heart, which goes through a door, and the links of the header. */
class ReadingTab {
  faults = []
  slowestSeconds = 0
  #page
  #truth

  constructor({ page, platform }) {
    this.#page = page
    this.#truth = truthOf(platform)
  }

  async open(webUrl) {
    await this.#page.goto(`${webUrl}/CurriculumDetil?id=${course}`)
    await this.#page.getByRole('button', { name: new RegExp(`^(?:${add}|${remove})$`) }).waitFor()
    await this.#page.waitForLoadState('load')
  }

  /** Uses the door first, then a link; both must come to their end soon. */
  async use() {
    const before = (await this.#truth.collected()).has(course)
    const since = performance.now()
    await this.#page.getByRole('button', { name: before ? remove : add, exact: true }).click()
    await this.#note('a heart that is pressed', secondsOf(since, this.#until(async () => (await this.#truth.collected()).has(course) !== before)))
    await this.#note('the heart as it is now', secondsOf(since, this.#page.getByRole('button', { name: before ? add : remove, exact: true }).waitFor({ timeout: patienceMs })))
    const at = performance.now()
    await this.#note('the page of a link', secondsOf(at, this.#until(() => this.#isAt())))
    return 1
  }

  /** Presses the link until its page is there: what is pressed while the page comes anew is lost. */
  async #isAt() {
    const link = this.#page.getByRole('navigation', { name: nav.label }).getByRole('link', { name: nav.myExams })
    if (!this.#page.url().includes('/myTestPapers')) {
      await link.click({ timeout: againMs }).catch(() => undefined)
      await this.#page.waitForURL(/\/myTestPapers/, { timeout: againMs }).catch(() => undefined)
    }
    return this.#page.url().includes('/myTestPapers') && this.#page.locator('main').getByRole('heading', { name: nav.myExams }).first().isVisible()
  }

  async #until(isSo) {
    for (const until = performance.now() + patienceMs; performance.now() < until; await pause(50)) if (await isSo()) return
    throw new Error('not in time')
  }

  async #note(what, waiting) {
    const seconds = await waiting
    const late = lateSentence(what, seconds)
    if (late !== null) this.faults.push(`in a tab of the version before: ${late}; it shows ${await shownOn(this.#page)}`)
    this.slowestSeconds = Math.max(this.slowestSeconds, seconds ?? patienceMs / 1000)
  }
}

const shownOn = async (page) => (await page.evaluate(() => document.querySelector('main')?.innerText ?? '').catch(String)).replaceAll(/\s+/g, ' ').slice(0, 200)

/** A page with a dialog whose script comes only when it is asked for. */
class DialogTab {
  faults = []
  slowestSeconds = 0
  /** Whether the page was loaded anew for it. */
  hasReloaded = false
  #page

  constructor({ page }) {
    this.#page = page
  }

  async open(webUrl) {
    await this.#page.goto(`${webUrl}/myCurriculum`)
    await this.#menuButton().waitFor()
    await this.#page.waitForLoadState('load')
    this.#page.on('load', () => (this.hasReloaded = true))
  }

  #menuButton() {
    return this.#page.getByRole('button', { name: new RegExp(`^${menu.user}`) }).filter({ visible: true }).first()
  }

  /** Asks for the dialog; where its script is gone the page must come anew by itself, and then have it. */
  async use() {
    const since = performance.now()
    const dialog = this.#page.getByRole('alertdialog', { name: logout.question })
    await this.#ask()
    while (performance.now() < since + patienceMs && !(await dialog.isVisible())) {
      await pause(50)
      if (!this.hasReloaded || !(await this.#menuButton().isVisible())) continue
      await this.#ask().catch(() => undefined)
      await dialog.waitFor({ timeout: 2_000 }).catch(() => undefined)
    }
    const seconds = (await dialog.isVisible()) ? (performance.now() - since) / 1000 : null
    const late = lateSentence('a dialog whose script belongs to the version before', seconds)
    if (late !== null) this.faults.push(`${late}; the tab shows ${await shownOn(this.#page)}`)
    this.slowestSeconds = seconds ?? patienceMs / 1000
    return 0
  }

  async #ask() {
    await this.#menuButton().click()
    await this.#page.getByRole('menuitem', { name: logout.action }).click({ timeout: 5_000 })
  }
}

/** The paper that is answered throughout, and may not be loaded anew. */
class ExamTab {
  faults = []
  slowestSeconds = 0
  #sitting
  #page
  #working
  #isOver = false
  #random

  constructor({ sitting, random }) {
    this.#sitting = sitting
    this.#random = random
  }

  async open() {
    this.#page = await this.#sitting.open()
    this.#page.countLoads()
    this.#working = this.#work()
  }

  async #work() {
    while (!this.#isOver) {
      await this.#page.choose(1 + Math.floor(this.#random() * 30), Math.floor(this.#random() * 2)).catch((error) => this.faults.push(`the paper: ${said(error)}`))
      await pause(answerMs)
    }
  }

  /** Everything is saved soon, nothing was loaded anew, and the paper goes to its result. */
  async use() {
    const since = performance.now()
    this.#isOver = true
    await this.#working
    const saved = await this.#page.secondsUntilSaved(since, patienceMs)
    if (this.#page.loads > 0) this.faults.push(`the paper was loaded anew ${this.#page.loads} times`)
    await this.#page.handIn()
    const result = await this.#page.secondsUntilResult(performance.now(), patienceMs)
    for (const [what, seconds] of [['the paper', saved], ['the result', result]]) {
      const late = lateSentence(what, seconds)
      if (late !== null) this.faults.push(late)
    }
    this.slowestSeconds = Math.max(saved ?? patienceMs / 1000, result ?? patienceMs / 1000)
    return this.#sitting.sheet.operations.length + this.#sitting.handIns.length
  }
}

/** Opens the tabs; `use` goes on in each when the other version is there, and gives what came of it. */
export async function openOldTabs({ browser, webUrl, apiUrl, account, number, random }) {
  const sitting = await Sitting.begin({ browser, webUrl, account, number })
  const context = await deviceOf({ browser, webUrl, account, number })
  const platform = await platformOf(apiUrl, account)
  const tabs = [new ExamTab({ sitting, random }), new ReadingTab({ page: await context.newPage(), platform }), new DialogTab({ page: await context.newPage() })]
  for (const tab of tabs) await tab.open(webUrl)
  return {
    async use() {
      let acknowledged = 0
      for (const tab of tabs) acknowledged += await tab.use().catch((error) => (tab.faults.push(said(error)), 0))
      await sitting.close()
      await context.close()
      return {
        acknowledged, faults: [...tabs.flatMap(({ faults }) => faults), ...sitting.faults],
        slowestSeconds: Math.max(...tabs.map((tab) => tab.slowestSeconds)),
        told: { plan: { round: number }, account, attemptId: sitting.attempt.ref.attemptId, by: 'learner', askedAt: sitting.askedAt ?? 0, handIns: sitting.handIns, sheet: sitting.sheet },
      }
    },
  }
}
