import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { examineWeb, plainAddressOf } from '@/scripts/doctor/web.mjs'

/** What the doctor says of a web that answers so, to a learner where there is one. */
async function saidOf(answer: RequestListener, learner: { account: string; password: string } | null = null): Promise<string[]> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const lines: string[] = []
  const say = (mark: string) => (text: string) => void lines.push(`${mark} ${text}`)
  await examineWeb({ section: () => {}, good: say('good'), note: say('note'), bad: say('bad') }, { web: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, account: learner?.account, password: learner?.password })
  server.close()
  return lines
}

/** The same of one that knows its own domain only and does this with the name of any other. */
function said(answerStranger: number | 'nothing', answerAsk = 404): Promise<string[]> {
  return saidOf((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const isStranger = request.headers.host?.startsWith('unknown-domain.example')
    if (pathname === '/api/domains/ask') return response.writeHead(searchParams.get('domain') === '127.0.0.1' ? 200 : answerAsk).end()
    if (isStranger && answerStranger === 'nothing') return request.socket.destroy()
    response.writeHead(isStranger ? Number(answerStranger) : 200).end()
  })
}

it.each([
  [404, 'good a domain that no tenant has is refused'],
  [421, 'good a domain that no tenant has is refused'],
  [200, 'bad a domain that no tenant has is answered like one that is known'],
  [502, 'bad a domain that no tenant has is answered with 502 instead of being refused'],
  ['nothing', 'note for a domain that no tenant has there is no answer'],
] as const)('a domain that no tenant has and that is answered with %s: %s', async (answer, line) => {
  expect((await said(answer)).filter((one) => one.includes('a domain that no tenant has'))).toEqual([line])
})

it('a question for certificates that fails is no refusal', async () => {
  expect(await said(404)).toContain('good certificates are asked for known domains only')
  expect((await said(404, 502)).filter((one) => one.startsWith('bad /api/domains/ask'))).toHaveLength(1)
})

it('a web that leads elsewhere is called by that name', async () => {
  const lines = await saidOf((_request, response) => response.writeHead(308, { location: 'https://train.example/login' }).end())
  expect(lines).toContain('bad the login page answers 308 and leads to https://train.example/login: all domains of a tenant lead to its first')
})

it.each([
  [200, 'good the session ends by logging out'],
  [403, 'bad logging out answers 403: the session of this try stays until it ends by itself'],
])('the session that it begins is ended, which is answered with %s', async (status, line) => {
  const ended: unknown[] = []
  const lines = await saidOf((request, response) => {
    const { cookie, origin, host } = request.headers
    if (request.url === '/api/public/session') return response.writeHead(200, { 'set-cookie': 'sid=sealed; Path=/; HttpOnly; SameSite=Lax' }).end()
    if (request.url !== '/api/session/end') return response.writeHead(200).end()
    ended.push({ method: request.method, cookie, isOwn: origin === `http://${host}` })
    response.writeHead(status).end()
  }, { account: 'liming', password: 'Train2026' })
  expect(ended).toEqual([{ method: 'POST', cookie: 'sid=sealed', isOwn: true }])
  expect(lines).toContain(line)
})

it('is asked without TLS only where its address names no port', () => {
  expect(['https://train.example', 'https://train.example:443', 'https://train.example/', 'https://train.example:8443'].map(plainAddressOf)).toEqual(['http://train.example', 'http://train.example', 'http://train.example', null])
})
