import { describe, expect, it, vi } from 'vitest'
import { visitorAddress } from '@/lib/request/address'

const { settings } = vi.hoisted(() => ({ settings: { TRUST_PROXY: false } }))
vi.mock('@/lib/env', () => ({ env: settings }))
const address = (headers: Record<string, string>) => visitorAddress(new Headers(headers))

describe('the address of a visitor', () => {
  it('is the connection\'s own, whatever the visitor claims', () => {
    expect(address({ 'x-socket-address': '203.0.113.9', 'x-forwarded-for': '198.51.100.1' })).toBe('203.0.113.9')
    expect(address({ 'x-socket-address': '::ffff:203.0.113.9' })).toBe('203.0.113.9')
    expect(address({ 'x-forwarded-for': '198.51.100.1' })).toBe('unknown')
    expect(address({ 'x-socket-address': 'nonsense!' })).toBe('unknown')
  })

  it('of IPv6 is the network, because one visitor has all of it', () => {
    expect(address({ 'x-socket-address': '2001:db8:1:2:aaaa::1' })).toBe('2001:db8:1:2::')
    expect(address({ 'x-socket-address': '2001:db8:1:2:bbbb:1:2:3' })).toBe('2001:db8:1:2::')
    expect(address({ 'x-socket-address': '2001:db8::7' })).toBe('2001:db8:0:0::')
    expect(address({ 'x-socket-address': '::1' })).toBe('0:0:0:0::')
  })

  it.each([
    ['203.0.113.5:41234', '203.0.113.5'], ['[2001:db8:1:2::7]:443', '2001:db8:1:2::'], ['[2001:db8:1:2::7]', '2001:db8:1:2::'], ['[::ffff:203.0.113.5]:8080', '203.0.113.5'], ['::ffff:203.0.113.5:8080', '203.0.113.5'],
    ['203.0.113.5:', 'unknown'], ['[2001:db8::7', 'unknown'], ['[]', 'unknown'], ['[nobody]:1', 'unknown'],
  ])('is without the port that a proxy may add: %s', (told, own) => {
    settings.TRUST_PROXY = true
    expect(address({ 'x-forwarded-for': `6.6.6.6, ${told}` })).toBe(own)
    settings.TRUST_PROXY = false
  })

  it('behind a proxy of ours is what that proxy added', () => {
    settings.TRUST_PROXY = true
    expect(address({ 'x-socket-address': '10.0.0.2', 'x-forwarded-for': '6.6.6.6, 198.51.100.7' })).toBe('198.51.100.7')
    settings.TRUST_PROXY = false
  })
})
