// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadForFile } from '@/components/shell/missing-file'

const missing = Object.assign(new Error('Failed to load chunk /_next/static/chunks/a.js'), { name: 'ChunkLoadError' })
const reload = vi.fn()
const ask = vi.fn(async () => new Response('ok'))

beforeEach(() => {
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', ask)
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  vi.useRealTimers()
})

it('a page that lacks a file of its build is loaded anew, once in a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await reloadForFile(missing)
  await reloadForFile(missing)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 61_000)
  await reloadForFile(missing)
  expect(reload).toHaveBeenCalledTimes(2)
})

it('it stays where the web cannot be reached: a browser has no page of ours then', async () => {
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await reloadForFile(missing)
  ask.mockResolvedValueOnce(new Response('', { status: 502 }))
  await reloadForFile(missing)
  expect(reload).not.toHaveBeenCalled()
})

it('it stays for any other fault, and where nothing can be kept', async () => {
  await reloadForFile(new Error('null is not an object'))
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => { throw new Error('full') } })
  await reloadForFile(missing)
  expect(reload).not.toHaveBeenCalled()
})
