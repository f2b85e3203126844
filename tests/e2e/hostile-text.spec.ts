import { registerHooks } from 'node:module'
import fc from 'fast-check'
import { evasions, fuzzedEvasions, harmIn } from '../support/evasions'
import { expect, test } from './fixtures'

// What shows every second time is no less wrong: a second try, as `npm run verify` has it, would hide it.
test.describe.configure({ retries: 0 })

// The parser that cleans texts is one of ours, and the one that judges them in tests/components is the same: here a browser reads what was
// written, without a policy that would hold it back.

// Browsers complain of texts that are not cleaned.
test.use({ bypassCSP: true, quiet: [/./] })

/** The cleaner of the web, which only servers load: outside of one the word that says so is an error. */
async function loadCleaner(): Promise<(html: string) => string> {
  const empty = new URL('../../node_modules/server-only/empty.js', import.meta.url).href
  const hooks = registerHooks({ resolve: (name, context, next) => (name === 'server-only' ? { url: empty, shortCircuit: true } : next(name, context)) })
  const { cleanHtml } = await import('../../lib/training/rich-text')
  hooks.deregister()
  return cleanHtml
}

test('a hostile text ends as something that cannot act in a browser either', async ({ page, origin }) => {
  const cleanHtml = await loadCleaner()
  const given = [...evasions, ...fc.sample(fuzzedEvasions, { numRuns: 150, seed: 2026 })]
  await page.goto(`${origin()}/login`)
  /** What in each of some texts could act once a browser has read it, and what the browser makes of it when it writes it again. */
  const judge = (texts: string[]) => page.evaluate(([harm, all]) => {
    const harmOf = new Function(`return ${harm}`)() as typeof harmIn
    return all.map((html) => {
      const element = document.body.appendChild(document.createElement('div'))
      element.innerHTML = html
      const found = harmOf(element)
      element.remove()
      return found
    })
  }, [harmIn.toString(), texts] as const)
  const found = await judge(given.map((text) => cleanHtml(text)))
  expect(given.flatMap((text, at) => (found[at]!.length ? [`${text.slice(0, 200)}: ${found[at]!.join()}`] : []))).toEqual([])
  // What is not cleaned is judged otherwise.
  expect((await judge([...evasions])).filter((harm) => harm.length > 0).length).toBeGreaterThan(100)
})
