import { expect, it, vi } from 'vitest'
import { openCertificate } from '@/lib/request/certificate-check'
import { mountPlatform } from '../support/platform'

vi.hoisted(() => Object.assign(process.env, { DEMO: 'off' }))

const platform = mountPlatform()
const ofZhaoqiang = '5093310ab6f5e02c2a04697e51404be32e27f53b'

it('certificates are checked 120 times an hour from one address; numbers in sequence open nothing and are not even asked for', async () => {
  const visitor = { ...platform.visitor(82), address: '203.0.113.77' }
  for (let n = 0; n < 500; n += 1) expect(await openCertificate(visitor, `HN-2026-${String(n).padStart(6, '0')}`)).toBeNull()
  expect(await openCertificate(visitor, ofZhaoqiang)).toMatchObject({ learnerName: expect.any(String), status: expect.stringMatching(/^(valid|expired)$/) })
  const guesses = await Promise.all(Array.from({ length: 125 }, (_, n) => openCertificate(visitor, n.toString(16).padStart(40, '0'))))
  expect(guesses.filter((found) => found === null)).toHaveLength(119)
  expect(guesses.filter((found) => found === 'busy')).toHaveLength(6)
  expect(await openCertificate(visitor, ofZhaoqiang)).toBe('busy')
  expect(await openCertificate({ ...visitor, address: '198.51.100.77' }, ofZhaoqiang)).not.toBe('busy')
}, 60_000)
