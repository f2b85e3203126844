import 'server-only'
import { isIP } from 'node:net'
import { env } from '@/lib/env'
import { socketAddressHeader } from './noted-headers'

/**
 * The address a visitor comes from, for limits: the connection's own, or, behind a proxy of ours, what that proxy added last to
 * `X-Forwarded-For`, without the port that some add. Of IPv6 the first 64 bits, because one visitor has them all; `unknown` when nothing
 * tells.
 */
export function visitorAddress(head: Headers): string {
  const told = env.TRUST_PROXY ? head.get('x-forwarded-for')?.split(',').at(-1) : head.get(socketAddressHeader)
  const address = withoutPort(told?.trim().toLowerCase() ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIP(address)) return 'unknown'
  return address.includes(':') ? networkOf(address) : address
}

/** An address by itself: `203.0.113.5:41234` and `[2001:db8::1]:443` say a port too. */
function withoutPort(told: string): string {
  const [, inBrackets, beforePort] = /^\[([^\]]*)\](?::\d+)?$|^(?:::ffff:)?(\d+(?:\.\d+){3}):\d+$/.exec(told) ?? []
  return inBrackets ?? beforePort ?? told
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::`
}

/** Whether an address, as `visitorAddress` tells it, is no stranger's: this machine's own, or one of a network that the internet does not reach. */
export function isInside(address: string): boolean {
  return /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:|0:0:0:0::$)/.test(address)
}
