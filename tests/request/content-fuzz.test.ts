import fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { POST } from '@/app/content/[ticket]/commit/route'
import { GET } from '@/app/content/[ticket]/p/[...path]/route'
import { contentHints, contentTargets, launcher } from '../support/fuzz/content'
import { faultOf, Findings, fuzzing, type FuzzReply } from '../support/fuzz/findings'
import { requestsTo, type FuzzRequest } from '../support/fuzz/requests'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform } from '../support/platform'
import { sources } from '../support/sources'

// The addresses of a launched package with inputs of every kind of wrong: neither a session nor the CSRF gate stands before them.

vi.hoisted(() => Object.assign(process.env, { CONTENT_ORIGIN: 'http://127.0.0.1:3000' }))
vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
const door = (name: string) => mountedDoors.find((one) => one.name === name)!
let ticket = ''
const asked: string[] = []
beforeAll(async () => {
  const { set } = await knock(door('POST /api/public/session'), { fields: { account: launcher.account, password: 'Train2026', consent: true } })
  const launched = await knock(door('POST /api/courseware/launch'), { cookie: `sid=${set.findLast(({ name }) => name === 'sid')!.value}`, fields: launcher.section })
  ticket = new URL((JSON.parse(launched.text) as { url: string }).url).pathname.split('/')[2]!
  platform.server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
}, 300_000)

async function send({ method, address, headers, body }: FuzzRequest): Promise<FuzzReply> {
  const request = new Request(`http://127.0.0.1:3000${address}`, { method, headers, ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }) })
  const reply = await (request.method === 'POST' ? POST(request, { params: Promise.resolve({ ticket }) }) : GET(request, { params: Promise.resolve({ ticket }) }))
  return { status: reply.status, type: reply.headers.get('content-type') ?? '', headers: Object.fromEntries(reply.headers), text: await reply.text() }
}

it('there are two of them', () => {
  expect(sources(['app/content'], /route\.ts$/).map(({ path }) => path).sort()).toEqual(['app/content/[ticket]/commit/route.ts', 'app/content/[ticket]/p/[...path]/route.ts'])
})

it(`both answer ${fuzzing.inputs} inputs (seed ${fuzzing.seed}) clearly, and no file but the package's is asked for`, async () => {
  const inputs = requestsTo(contentTargets, contentHints(ticket))
  const findings = new Findings('content host')
  for (const { number, request } of findings.inputs((at) => fc.sample(inputs, { numRuns: 1, seed: fuzzing.seed * 1_000_003 + at })[0]!)) {
    // The mounted platform reads no longer addresses.
    if (!['GET', 'POST'].includes(request.method) || request.address.length > 8_000) continue
    const reply = await send(request)
    findings.note(number, request, reply, faultOf(reply, request))
  }
  expect(findings.lines()).toEqual([])
  expect(findings.unreached()).toEqual([])
  const files = asked.filter((path) => path.startsWith('/train/file/'))
  // However a platform reads it: no name of it leads out of the package's folder.
  expect(files.filter((path) => !new URL(decodeURIComponent(path), 'http://platform').pathname.startsWith(`/train/file/courseware/${launcher.resourceId}/`))).toEqual([])
}, 3_600_000)
