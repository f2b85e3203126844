// Somebody who opens one page after another while versions of the web change: each must come whole, with all the files that it names.
import { setTimeout as pause } from 'node:timers/promises'

const longestMs = 10_000
const restMs = 1_500
const quiet = /Failed to load resource|net::ERR_ABORTED/

/** Whether the page is in React's hands: a press before that is lost, and where a script is missing it is lost for ever. */
const isHeld = () => [...document.querySelectorAll('main button, header button')].every((button) => Object.keys(button).some((key) => key.startsWith('__reactProps')))

export class Walker {
  faults = []
  steps = 0
  #page
  #webUrl
  #paths
  #isOver = false
  #begun = Promise.withResolvers()
  #walking

  constructor({ page, webUrl, paths, random }) {
    this.#page = page
    this.#webUrl = webUrl
    this.#paths = paths
    page.on('response', (response) => response.status() >= 400 && response.url().includes('/_next/static/') && this.#say(`${new URL(response.url()).pathname} was answered ${response.status()}`))
    page.on('pageerror', (error) => this.#say(`threw ${error}`))
    page.on('console', (message) => message.type() === 'error' && !quiet.test(message.text()) && this.#say(`complained: ${message.text().slice(0, 200)}`))
    this.#walking = this.#walk(random)
  }

  #say(what) {
    if (this.faults.length < 20) this.faults.push(`${new URL(this.#page.url() === 'about:blank' ? this.#webUrl : this.#page.url()).pathname} ${what}`)
  }

  async #walk(random) {
    // Whoever comes for the first time has no file of any build yet.
    await (await this.#page.context().newCDPSession(this.#page)).send('Network.setCacheDisabled', { cacheDisabled: true })
    // Before anything changes each page has been seen once: what nobody ever asked for nobody can have kept.
    for (const path of this.#paths) await this.#see(path)
    this.#begun.resolve()
    while (!this.#isOver) {
      await this.#see(this.#paths[Math.floor(random() * this.#paths.length)])
      await pause(restMs * random())
    }
  }

  async #see(path) {
    try {
      const reply = await this.#page.goto(this.#webUrl + path, { timeout: longestMs })
      if (reply.status() !== 200) this.#say(`was answered ${reply.status()}`)
      await this.#page.waitForFunction(isHeld, undefined, { timeout: longestMs })
      this.steps += 1
    } catch (error) {
      this.#say(`did not come: ${String(error.message).split('\n')[0]}`)
    }
  }

  /** Resolves when every page has been seen. */
  get begun() {
    return this.#begun.promise
  }

  /** Ends the walk; gives what was wrong with its pages. */
  async stop() {
    this.#isOver = true
    await this.#walking
    return this.faults
  }
}
