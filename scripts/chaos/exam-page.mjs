// The page of a paper, as a learner sees and uses it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../lib/paths.mjs'
import { timerFault } from './paper-oracle.mjs'

const paper = '/ToTestIng?examPlanId=8001&paperId=8200&examType=3&answerTime=45'
const { handing, notice, review, handIn, elsewhere, ask, retry } = JSON.parse(readFileSync(join(root, 'messages/zh/attempts.json'), 'utf8'))
/** Words of a page that goes on by itself. */
const goesOn = [handing.text, handing.waits, handing.waitsLate, handing.doneText, notice.title]
/** What browsers say of a network that is cut on purpose. */
const quiet = /Failed to load resource|Failed to fetch|net::ERR_/
const safe = new Set(['saved', 'device', 'offline'])
const keptMs = 5_000
/** So soon a page shows the answer that was chosen. */
const shownMs = 200
/** The longest that a page may show nothing that leads on. */
const stuckMs = 10_000

/** What the page shows of the question that is open, and of where answers are. */
function look() {
  const places = [...document.querySelectorAll('main label.option input')].flatMap((input, place) => (input.checked ? [place] : []))
  const number = Number(/\d+/.exec(document.querySelector('main h2')?.textContent ?? '')?.[0])
  return { number, places, save: document.querySelector('[data-save]')?.getAttribute('data-save') ?? null }
}

/** Whether there is something to press that leads on, or words that it goes on by itself. */
function leadsOn(words) {
  const open = [...document.querySelectorAll('dialog[open]')]
  const rooms = open.length > 0 ? open : [...document.querySelectorAll('main, aside')]
  const isUsable = (part) => !part.disabled && part.getClientRects().length > 0
  return rooms.some((room) => [...room.querySelectorAll('a[href], button, input')].some(isUsable) || words.some((word) => room.textContent.includes(word)))
}

export class ExamPage {
  #sitting
  #page
  #faults = []
  #stuckSince = null
  #watch
  /** Changes as often as the page may show something else than what was chosen on it: its words are about what was chosen since. */
  #turn = Symbol('turn')

  constructor(sitting, page) {
    this.#sitting = sitting
    this.#page = page
    page.on('response', (response) => /\/api\/attempts\/(?:start|answers|hand-in)$/.test(response.url()) && sitting.hearLater(response))
    page.on('pageerror', (error) => this.#faults.push(`the page threw ${error}`))
    page.on('console', (message) => message.type() === 'error' && !quiet.test(message.text()) && this.#faults.push(`the page complained: ${message.text().slice(0, 200)}`))
    this.#watch = setInterval(() => void this.#lookForWay(), 500)
  }

  /** Stops looking at it; gives what was wrong. */
  end() {
    clearInterval(this.#watch)
    return this.#faults.splice(0)
  }

  async #lookForWay() {
    const hasWay = await this.#page.evaluate(leadsOn, goesOn).catch(() => null)
    if (hasWay !== false) this.#stuckSince = null
    else if (this.#stuckSince === null) this.#stuckSince = performance.now()
    else if (performance.now() - this.#stuckSince > stuckMs) {
      this.#faults.push(`the page has had no way on for ${stuckMs / 1000} s: ${(await this.#page.evaluate(() => document.body.innerText).catch(() => '')).slice(0, 100)}`)
      this.#stuckSince = Infinity
    }
  }

  /** Counts from now on how often the page is loaded anew, into `loads`. */
  countLoads() {
    this.loads = 0
    this.#page.on('load', () => {
      if (this.#page.url().includes('/ToTestIng')) this.loads += 1
    })
  }

  /** Goes to the paper and waits until it can be answered or read. */
  async enter() {
    await this.#page.goto(this.#sitting.webUrl + paper)
    await this.#isOpen()
  }

  #turned() {
    this.#turn = Symbol('turn')
  }

  #timer() {
    return this.#page.getByRole('timer').filter({ hasText: /^\d\d:\d\d:\d\d$/ })
  }

  #isOpen() {
    return this.#timer().waitFor()
  }

  async reload() {
    this.#turned()
    await this.#page.reload()
    await this.#isOpen()
  }

  /** Loads the page anew while the web cannot be reached; false when it offers no paper but another try. */
  async reloadAlone() {
    this.#turned()
    await this.#page.reload()
    const again = this.#page.getByRole('button', { name: retry })
    await this.#timer().or(again).first().waitFor()
    return this.#timer().isVisible()
  }

  /** Takes the other try that the page offers, unless it has already opened by itself. */
  async tryAgain() {
    await this.#page.getByRole('button', { name: retry }).click({ timeout: 1_000 }).catch(() => undefined)
    await this.#isOpen()
  }

  /** The page is gone without a word: closed, or its process has died. */
  async vanish({ crashes = false } = {}) {
    clearInterval(this.#watch)
    if (!crashes) return this.#page.close()
    const gone = new Promise((done) => this.#page.once('crash', done))
    const line = await this.#page.context().newCDPSession(this.#page)
    line.send('Page.crash').catch(() => undefined)
    await gone
    await this.#page.close().catch(() => undefined)
  }

  /** Answers a question by key, where the page lets its learner; `waits` until the page says that the answer is safe. */
  async choose(number, place, { waits = true } = {}) {
    await this.#page.getByRole('complementary').getByRole('button', { name: new RegExp(`^第 ${number} 题`) }).click()
    const before = await this.#page.evaluate(look)
    if (before.save === 'elsewhere') this.#turned()
    await this.#page.keyboard.press('abcd'[place])
    let after = await this.#page.evaluate(look)
    for (const until = performance.now() + shownMs; before.save !== 'elsewhere' && String(after.places) === String(before.places) && performance.now() < until; await pause(10)) after = await this.#page.evaluate(look)
    if (after.number !== number) this.#faults.push(`the page went from question ${number} to ${after.number} by itself`)
    if (String(before.places) === String(after.places)) return
    const { questionId, answer } = this.#sitting.answerAt(number, after.places)
    this.#sitting.sheet.chose(questionId, answer, this.#turn)
    if (waits) await this.kept()
  }

  /** Waits until the page calls everything safe that was chosen on it. */
  async kept() {
    for (const until = performance.now() + keptMs; ;) {
      const { save } = await this.#page.evaluate(look)
      if (safe.has(save)) return this.#sitting.sheet.kept(this.#turn)
      // Another page has taken the paper over meanwhile: of this one nothing was promised.
      if (save === 'elsewhere') return void this.#turned()
      if (performance.now() > until) return void this.#faults.push(`an answer was not called safe for ${keptMs / 1000} s, but "${save}"`)
      await pause(20)
    }
  }

  /** The seconds from a moment until the page says that everything is saved; null when it takes longer than one waits. */
  async secondsUntilSaved(since, patienceMs) {
    while (performance.now() < since + patienceMs) {
      const { save } = await this.#page.evaluate(look).catch(() => ({ save: null }))
      if (save === 'saved') {
        this.#sitting.sheet.kept(this.#turn)
        return (performance.now() - since) / 1000
      }
      await pause(50)
    }
    return null
  }

  async isReader() {
    const { save } = await this.#page.evaluate(look)
    if (save === 'elsewhere') this.#turned()
    return save === 'elsewhere'
  }

  /** This page writes from now on, where another one does. */
  async takeOver() {
    const button = this.#page.getByRole('button', { name: elsewhere.continueHere })
    // It may go while one reaches for it: the page has heard that it writes again.
    if (!(await button.isVisible())) return
    this.#turned()
    await button.click({ timeout: 2_000 }).catch(() => undefined)
  }

  /** What the page shows, in a line. */
  async words() {
    return (await this.#page.evaluate(() => document.body.innerText).catch(String)).replaceAll(/\s+/g, ' ')
  }

  /** What is wrong with the time that is left on the page, after so long at the latest; null when nothing is. */
  async clockFault(patienceMs) {
    for (const until = performance.now() + patienceMs; ;) {
      const shown = (await this.#page.getByRole('timer').textContent()) ?? ''
      const fault = timerFault({ shown, deadline: this.#sitting.deadline, now: Date.now() })
      if (fault === null || performance.now() > until) return fault
      await pause(200)
    }
  }

  /** Whether the page has begun to hand in, or has gone on to the result. */
  async isEnding() {
    return !this.#page.url().includes('/ToTestIng') || (await this.#page.getByText(notice.title).isVisible()) || (await this.#page.getByText(handing.title).isVisible())
  }

  /** Presses everything that hands the paper in. */
  async handIn() {
    await this.#page.getByRole('button', { name: handIn, exact: true }).click()
    const question = this.#page.getByRole('alertdialog', { name: ask }).getByRole('button', { name: handIn, exact: true })
    const last = this.#page.getByRole('button', { name: review.handIn })
    await question.or(last).first().waitFor()
    if (await question.isVisible()) await question.click()
    this.#sitting.askedAt ??= Date.now()
    await last.click()
  }

  /** Waits until the page says that the paper goes as soon as there is a network again. */
  async waitsForNetwork() {
    await this.#page.getByText(handing.waits).waitFor()
  }

  /** Loads the page anew while a hand-in waits for the network. */
  async reloadWaiting() {
    await this.#page.reload()
    await this.waitsForNetwork()
  }

  /** The seconds from a moment until the page is at the result, which must lead on; null when it takes longer than one waits. */
  async secondsUntilResult(since, patienceMs) {
    const left = Math.max(1, since + patienceMs - performance.now())
    const isThere = await this.#page.waitForURL(/\/ResultTest\?/, { timeout: left, waitUntil: 'commit' }).then(() => true, () => false)
    if (!isThere) return null
    const seconds = (performance.now() - since) / 1000
    await this.#page.locator('main h1').first().waitFor()
    if (!(await this.#page.evaluate(leadsOn, goesOn))) this.#faults.push('the result has no way on')
    return seconds
  }
}
