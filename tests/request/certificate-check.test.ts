import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { openCertificate } from '@/lib/request/certificate-check'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.hoisted(() => Object.assign(process.env, { DEMO: 'off' }))

const platform = mountPlatform()
const ofZhaoqiang = '5093310ab6f5e02c2a04697e51404be32e27f53b'

it('certificates are checked 120 times an hour from one address; numbers in sequence open nothing and are not even asked for', async () => {
  const visitor = { ...platform.visitor(82), address: '203.0.113.77' }
  for (let n = 0; n < 500; n += 1) expect(await openCertificate(visitor, `HN-2026-${String(n).padStart(6, '0')}`)).toEqual({ value: null })
  expect(await openCertificate(visitor, ofZhaoqiang)).toMatchObject({ value: { learnerName: expect.any(String), status: expect.stringMatching(/^(valid|expired)$/) } })
  const guesses = await Promise.all(Array.from({ length: 125 }, (_, n) => openCertificate(visitor, n.toString(16).padStart(40, '0'))))
  expect(guesses.filter(({ value }) => value === null)).toHaveLength(119)
  expect(guesses.filter(({ error }) => error === 'busy')).toHaveLength(6)
  expect(await openCertificate(visitor, ofZhaoqiang)).toEqual({ error: 'busy' })
  expect((await openCertificate({ ...visitor, address: '198.51.100.77' }, ofZhaoqiang)).error).toBeUndefined()
}, 60_000)

const envelope = { code: 1, msg: '业务拒绝', data: null }
it.each([
  ['knows no such call', () => HttpResponse.json(envelope, { status: 404 }), { value: null }],
  ['wants a login for what it does not know', () => HttpResponse.json(envelope, { status: 401 }), { value: null }],
  ['forbids what it does not know', () => HttpResponse.html('<h1>403</h1>', { status: 403 }), { value: null }],
  ['wants a newer token', () => HttpResponse.json(envelope, { status: 424 }), { value: null }],
  ['refuses', () => HttpResponse.json(envelope), { error: 'rejected', words: '业务拒绝' }],
  ['fails', () => HttpResponse.text('', { status: 500 }), { error: 'failed' }],
  ['is behind a gateway that gave up', () => HttpResponse.html('<h1>504</h1>', { status: 504 }), { error: 'failed' }],
  ['answers with a page', () => HttpResponse.html('<h1>hello</h1>'), { error: 'malformed' }],
  ['is away', () => HttpResponse.error(), { error: 'failed' }],
])('a certificate is not there, or the page says what went wrong, while the platform %s', async (_how, reply, expected) => {
  platform.server.use(http.get(`${UPSTREAM}/train/web/getCertificateByCheckCode`, reply))
  expect(await openCertificate({ ...platform.visitor(82), address: '192.0.2.7' }, ofZhaoqiang)).toEqual(expected)
})
