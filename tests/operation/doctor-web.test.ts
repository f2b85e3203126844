import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { examineWeb, plainAddressOf } from '@/scripts/doctor/web.mjs'

/** What the doctor says of a web that knows its own domain only and does this with the name of any other. */
async function said(answerStranger: number | 'nothing', answerAsk = 404): Promise<string[]> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const isStranger = request.headers.host?.startsWith('unknown-domain.example')
    if (pathname === '/api/domains/ask') return response.writeHead(searchParams.get('domain') === '127.0.0.1' ? 200 : answerAsk).end()
    if (isStranger && answerStranger === 'nothing') return request.socket.destroy()
    return response.writeHead(isStranger ? Number(answerStranger) : 200).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const lines: string[] = []
  const say = (mark: string) => (text: string) => void lines.push(`${mark} ${text}`)
  await examineWeb({ section: () => {}, good: say('good'), note: say('note'), bad: say('bad') }, { web: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, account: undefined, password: undefined })
  server.close()
  return lines
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

it('is asked without TLS only where its address names no port', () => {
  expect(['https://train.example', 'https://train.example:443', 'https://train.example/', 'https://train.example:8443'].map(plainAddressOf)).toEqual(['http://train.example', 'http://train.example', 'http://train.example', null])
})
