// A learner at a browser with a paper: the device with its network and its clock, and the pages on it.
import { ExamPage } from './exam-page.mjs'
import { answerOf, Sheet } from './paper-oracle.mjs'

const doors = '**/api/attempts/*'

/** Puts a clock of its own into a page, so many milliseconds ahead; what runs by itself (`performance.now`) stays as it is. */
function shiftableClock(aheadMs) {
  const Real = Date
  let ahead = aheadMs
  const now = () => Real.now() + ahead
  window.Date = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  window.shiftClock = (ms) => {
    ahead += ms
  }
}

const setClock = (ms) => window.shiftClock(ms)

/** How requests of pages are cut: before they reach the web, on the way back from it, or so that nothing is heard of them before the cut is over. */
const cutters = {
  before: () => (route) => route.abort('connectionfailed'),
  after: (sitting) => async (route) => {
    const request = route.request()
    const reply = await route.fetch().catch(() => null)
    if (reply) sitting.hear(request, await reply.json().catch(() => null))
    await route.abort('connectionreset').catch(() => undefined)
  },
  silent: () => () => undefined,
}

/** A device of its own on which a learner is logged in, with its clock so far ahead. */
export async function deviceOf({ browser, webUrl, account, number, aheadMs = 0 }) {
  const headers = { 'x-forwarded-for': `10.3.${number >> 8 & 255}.${number & 255}` }
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 1280, height: 800 }, extraHTTPHeaders: headers })
  context.setDefaultTimeout(15_000)
  await context.addInitScript(shiftableClock, aheadMs)
  const login = await context.request.post(`${webUrl}/api/public/session`, { headers: { origin: webUrl }, data: { account, password: 'Train2026', consent: true } })
  if (!login.ok()) throw new Error(`${account} cannot log in: ${login.status()} ${await login.text()}`)
  return context
}

/** One learner on one device, from the login to the paper's end. */
export class Sitting {
  sheet = new Sheet()
  handIns = []
  faults = []
  /** The paper as the web opened it, and until when it may be answered. */
  attempt = null
  deadline = null
  askedAt = null
  #context
  #cutting = null
  #hearing = new Set()
  #pages = []

  constructor({ context, account, webUrl }) {
    Object.assign(this, { account, webUrl })
    this.#context = context
  }

  static async begin({ browser, webUrl, account, number, aheadMs = 0 }) {
    return new Sitting({ context: await deviceOf({ browser, webUrl, account, number, aheadMs }), account, webUrl })
  }

  /** Opens the paper on a new page, and waits until it is there. */
  async open() {
    const page = new ExamPage(this, await this.#context.newPage())
    this.#pages.push(page)
    await page.enter()
    return page
  }

  /** Takes in what a door said to a page. */
  hear(request, reply) {
    if (!reply) return
    const door = new URL(request.url()).pathname.split('/').at(-1)
    if (door === 'start' && reply.started) {
      this.attempt ??= reply.attempt
      this.deadline = reply.attempt.standing.clock.deadline
      if (reply.attempt.ref.attemptId !== this.attempt.ref.attemptId) this.faults.push(`another attempt was begun: ${reply.attempt.ref.attemptId}`)
    }
    if (door === 'answers') {
      const { saves } = request.postDataJSON()
      for (const { opId, outcome } of reply.outcomes ?? []) if (outcome === 'saved') this.sheet.heard(saves.find((save) => save.opId === opId))
    }
    if (door === 'hand-in' && reply.handIn) this.handIns.push({ number: reply.handIn.number, repeated: reply.repeated })
  }

  /** Takes in a reply whose body is still on its way. */
  hearLater(response) {
    const hearing = response.json().then((reply) => this.hear(response.request(), reply), () => undefined)
    this.#hearing.add(hearing)
    void hearing.then(() => this.#hearing.delete(hearing))
  }

  /** The id of a question by its number, and what is chosen by the places of its options. */
  answerAt(number, places) {
    const { id, options } = this.attempt.questions[number - 1]
    return { questionId: id, answer: answerOf(places.map((place) => options[place].id)) }
  }

  async cut(kind) {
    if (kind === 'offline') return this.#context.setOffline(true)
    this.#cutting = cutters[kind](this)
    await this.#context.route(doors, this.#cutting)
  }

  async heal() {
    await this.#context.setOffline(false)
    if (this.#cutting) await this.#context.unroute(doors, this.#cutting)
    this.#cutting = null
  }

  /** Somebody sets the device's clock. */
  async shiftClock(ms) {
    for (const page of this.#context.pages()) await page.evaluate(setClock, ms)
    await this.#context.addInitScript(setClock, ms)
  }

  /** What its pages show, a line each. */
  async words() {
    return Promise.all(this.#context.pages().map(async (page) => (await page.evaluate(() => document.body.innerText).catch((error) => String(error))).replaceAll(/\s+/g, ' ').slice(0, 300)))
  }

  /** Ends everything on the device; gives what was heard and seen. */
  async close() {
    await Promise.all(this.#hearing)
    for (const page of this.#pages) this.faults.push(...page.end())
    await this.#context.close()
    this.faults.push(...this.sheet.faults)
  }
}
