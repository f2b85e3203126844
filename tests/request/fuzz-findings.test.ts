import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sayFailed } from '@/scripts/lib/fuzz.mjs'
import { Findings, fuzzing } from '../support/fuzz/findings'
import type { FuzzRequest } from '../support/fuzz/requests'

// What `npm run fuzz` keeps of an input that was answered wrongly, so that it can be sent once more.

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trainhall-fuzz-'))
  file = join(folder, 'kept.jsonl')
  vi.stubEnv('FUZZ_KEEP', file)
  vi.stubEnv('FUZZ_KIND', 'doors')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const target = { name: 'POST /x', method: 'POST', path: '/x', shape: { type: 'object' } }
const request: FuzzRequest = { target, method: 'POST', address: `/x?${'y'.repeat(5_000)}`, headers: { 'x-odd': '\u00ff'.repeat(2_000) }, body: '\ud800'.repeat(2_000) }
const bad = { status: 500, type: '', headers: {}, text: '' }
const never = () => {
  throw new Error('nothing is made')
}

it('the whole request, once for each kind of fault, is what its own test sends again', () => {
  const findings = new Findings('doors')
  findings.note(4711, request, bad, 'answers 500')
  findings.note(4712, { ...request, address: '/x' }, bad, 'answers 500')
  findings.note(4713, request, { ...bad, status: 200 }, null)
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2)
  vi.stubEnv('FUZZ_AGAIN', file)
  expect([...new Findings('doors').inputs(never)]).toEqual([{ number: 4711, request: { ...request, target: { ...target, shape: {} } } }])
  expect([...new Findings('pages').inputs(never)]).toEqual([])
})

it('that of a launch is sent under the ticket of the next', () => {
  new Findings('courseware host', 'TICKET.one').note(1, { ...request, address: '/content/TICKET.one/p/x' }, bad, 'answers 500')
  vi.stubEnv('FUZZ_AGAIN', file)
  expect([...new Findings('courseware host', 'TICKET.two').inputs(never)].map((input) => input.request.address)).toEqual(['/content/TICKET.two/p/x'])
})

it('one that got no answer is kept before its test ends', () => {
  expect(() => new Findings('doors').broke(7, request, new Error('no answer'))).toThrow('no answer')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ kind: 'doors', test: 'doors', number: 7, fault: 'Error: no answer' })
})

it('only what was answered wrongly is said to be wrong: a run that failed without that could not be run', () => {
  const asked = { kept: file, inputs: 5, seed: 7 }
  expect(sayFailed(['doors', 'pages'], asked)).toBe('The run itself failed, without a wrong answer: doors, pages. Why stands above; again with: npm run fuzz -- doors pages --inputs 5 --seed 7')
  new Findings('doors').note(1, request, bad, 'answers 500')
  const [wrong, broken] = sayFailed(['doors', 'pages'], asked).split('\n')
  expect(wrong).toMatch(/^Something is wrong with: doors\. .* npm run fuzz -- --again .*kept\.jsonl$/)
  expect(broken).toMatch(/: pages\. .* -- pages --inputs 5 --seed 7$/)
})

it('otherwise inputs are made one after another, as many as are wanted', () => {
  const made = [...new Findings('doors').inputs((number) => ({ ...request, address: `/${number}` }))]
  expect(made.map(({ number }) => number)).toEqual(Array.from({ length: fuzzing.inputs }, (_, number) => number))
  expect(made[3]!.request.address).toBe('/3')
})

it('a body of bytes is kept as it is', () => {
  const body = Buffer.from([0x89, 0x50, 0xff, 0])
  new Findings('doors').note(1, { ...request, body }, bad, 'answers 500')
  vi.stubEnv('FUZZ_AGAIN', file)
  expect([...new Findings('doors').inputs(never)][0]!.request.body).toEqual(body)
})

it('a target is knocked at until it has answered well, and one that never does stays unreached', () => {
  const findings = new Findings('doors')
  const [open, shut] = [target, { ...target, name: 'POST /shut' }]
  const knocks: string[] = []
  for (const { number, request: knock } of findings.knocks([open, shut], (_number, one) => ({ ...request, target: one }))) {
    knocks.push(knock.target.name)
    // Neither a refusal in an envelope nor what another method is answered counts.
    findings.note(number, knocks.length < 5 ? { ...knock, method: 'OPTIONS' } : knock, { ...bad, status: 200, text: knock.target === shut ? '{"code":1}' : '{"code":0}' }, null)
  }
  expect([knocks.filter((name) => name === open.name).length, findings.unreached()]).toEqual([3, [shut.name]])
})
