import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type APIRequestContext, type BrowserContext, type Locator, type Page } from '@playwright/test'
import '../support/local-names'

export const password = 'Train2026'
export { expect }

type Fixtures = {
  /** The origin of a tenant's domain, e.g. `origin('bgy.localhost')`. */
  origin: (domain?: string) => string
  /** The training API's own address, for looking behind the web. */
  apiURL: string
  /** Spoils the platform's answers (`plain`: leaves out what only our platform has) to one account on matching paths, until the test ends or `heal` is called. */
  spoil: (account: string, path: string, kind: 'down' | 'slow' | 'html' | 'half' | 'wrong-type' | 'error' | 'plain') => Promise<{ heal: () => Promise<void> }>
  /** Logs the browser in through the web's own door. */
  loginAs: (account: string, domain?: string, context?: BrowserContext) => Promise<void>
  /** A client that is logged in as an account, for tests that need no browser; see `loginAs`. */
  clientOf: (account: string, domain?: string) => Promise<APIRequestContext>
  /** An account of its own for each test, so that no test sees what another did: learner001 to learner290 by the test's title, another one at its second try. */
  ownAccount: string
  /** What axe finds on the page, as readable lines; an accessible page gives none. */
  axe: (page: Page) => Promise<string[]>
}

/** Waits until the page's buttons are in React's hands: a press before that is lost, as it would be for a person who is that quick. */
export async function handsOn(page: Page): Promise<void> {
  const allHeld = () => [...document.querySelectorAll('button')].every((button) => Object.keys(button).some((key) => key.startsWith('__reactProps')))
  await page.waitForFunction(allHeld, undefined, { timeout: 20_000 }).catch(() => undefined)
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const numberOf = (text: string) => {
  let sum = 7
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 1_000_003
  return sum
}

const sessions = new Map<string, Parameters<BrowserContext['addCookies']>[0]>()
const clientStates = new Map<string, Awaited<ReturnType<APIRequestContext['storageState']>>>()

/** Two presses at once, as of an impatient hand: after the answer the second would fall beside a button that is gone, and take the focus along. */
export const pressTwice = (button: Locator): Promise<void> => button.evaluate((pressed: HTMLElement) => [1, 2].forEach(() => pressed.click()))

export const test = base.extend<Fixtures & { quiet: RegExp[] }>({
  /** Console errors a test provokes on purpose. */
  quiet: [[], { option: true }],
  origin: async ({ baseURL }, provide) => {
    const url = new URL(baseURL!)
    await provide((domain = 'localhost') => `${url.protocol}//${domain}${url.port ? `:${url.port}` : ''}`)
  },
  apiURL: async ({}, provide, info) => {
    await provide(String(info.config.metadata.apiURL))
  },
  spoil: async ({}, provide, info) => {
    const at = `${String(info.config.metadata.proxyURL)}/__faults`
    const spoilt = new Set<string>()
    const heal = async (account: string) => {
      await fetch(`${at}?account=${account}`, { method: 'DELETE' })
    }
    await provide(async (account, path, kind) => {
      spoilt.add(account)
      await fetch(at, { method: 'POST', body: JSON.stringify({ account, path, kind }) })
      return { heal: () => heal(account) }
    })
    for (const account of spoilt) await heal(account)
  },
  loginAs: async ({ context: own, origin }, provide) => {
    await provide(async (account, domain = 'localhost', context = own) => {
      const key = `${account} ${origin(domain)}`
      const known = sessions.get(key)
      if (known) return context.addCookies(known)
      // A login ends the session the browser had: not one that other tests go on with.
      await context.clearCookies({ name: /sid$/ })
      const reply = await context.request.post(`${origin(domain)}/api/public/session`, {
        headers: { origin: origin(domain) },
        data: { account, password, consent: true },
      })
      expect(await reply.json(), `login of ${account}`).toEqual({ loggedIn: true })
      // Nobody logs the known accounts out: who must, takes an account of their own.
      if (!account.startsWith('learner')) sessions.set(key, (await context.cookies(origin(domain))).filter(({ name }) => name.endsWith('sid')))
    })
  },
  clientOf: async ({ playwright, origin }, provide) => {
    const made: APIRequestContext[] = []
    await provide(async (account, domain = 'localhost') => {
      const at = origin(domain)
      const known = clientStates.get(`${account} ${at}`)
      const client = await playwright.request.newContext({ storageState: known })
      made.push(client)
      if (known) return client
      const reply = await client.post(`${at}/api/public/session`, { headers: { origin: at }, data: { account, password, consent: true } })
      expect(await reply.json(), `login of ${account}`).toEqual({ loggedIn: true })
      if (!account.startsWith('learner')) clientStates.set(`${account} ${at}`, await client.storageState())
      return client
    })
    for (const client of made) await client.dispose()
  },
  ownAccount: async ({}, provide, info) => {
    await provide(`learner${String((numberOf([...info.titlePath, ...(info.retry ? [info.retry] : [])].join(' / ')) % 290) + 1).padStart(3, '0')}`)
  },
  // The watermark is faint on purpose and no words to be read; what a package of courseware shows within its frame is its author's,
  // and may have come by then or not.
  axe: async ({}, provide) => {
    await provide(async (page) => {
      // The older way of asking opens no second page and takes a third of the time, but looks into no frame of another host.
      const { violations } = await new AxeBuilder({ page }).exclude('[data-watermark]').exclude(['iframe', 'iframe']).setLegacyMode(page.frames().length === 1).options({ runOnly: { type: 'tag', values: standards }, resultTypes: ['violations'] }).analyze()
      return violations.flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${violation.help})`))
    })
  },
  // Whatever a page says on console.error, and whatever it throws, fails its test.
  page: async ({ page, quiet }, provide) => {
    const said: string[] = []
    const hear = (text: string) => {
      if (!quiet.some((pattern) => pattern.test(text))) said.push(text)
    }
    page.on('console', (message) => {
      if (message.type() === 'error') hear(message.text())
    })
    page.on('pageerror', (error) => hear(String(error)))
    const goto = page.goto.bind(page)
    page.goto = async (...given) => {
      const reply = await goto(...given)
      await handsOn(page)
      return reply
    }
    const reload = page.reload.bind(page)
    page.reload = async (...given) => {
      const reply = await reload(...given)
      await handsOn(page)
      return reply
    }
    await provide(page)
    expect(said).toEqual([])
  },
})
