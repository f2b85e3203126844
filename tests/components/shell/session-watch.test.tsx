// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellSessionEnded } from '@/components/shell/session-line'
import { SessionWatch } from '@/components/shell/session-watch'
import { bff } from '@/lib/queries/bff'
import { endSession } from '@/lib/queries/session'
import { show } from '../../support/render'

let path = '/StudyDetil'
vi.mock('next/navigation', () => ({ usePathname: () => path }))
const assign = vi.fn()
const door = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
let elsewhere: BroadcastChannel
const heard: unknown[] = []
beforeEach(() => {
  path = '/StudyDetil'
  heard.length = 0
  assign.mockReset()
  door.mockReset().mockImplementation(async () => Response.json(null))
  vi.stubGlobal('fetch', door)
  vi.stubGlobal('location', { assign })
  elsewhere = new BroadcastChannel('session')
  elsewhere.onmessage = ({ data }: MessageEvent<unknown>) => heard.push(data)
})
afterEach(() => {
  elsewhere.close()
  vi.unstubAllGlobals()
})
/** What is told now has been heard when this resolves: messages of a channel keep their order. */
const settled = async () => {
  const [one, other] = [new BroadcastChannel('settled'), new BroadcastChannel('settled')]
  await new Promise((done) => {
    other.onmessage = done
    one.postMessage(1)
  })
  one.close()
  other.close()
}
const said = async () => {
  await bff.post('notes/item')
  return new Headers(door.mock.calls.at(-1)![1].headers).get('x-page-learner')
}

describe('a page of a learner', () => {
  it('goes to the login when another window has logged out', async () => {
    show(<SessionWatch learnerId="820001" />)
    elsewhere.postMessage('ended')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
  })

  it('tells the others that the session has ended, and is not led away by that itself', async () => {
    const { unmount } = show(<SessionWatch learnerId="820001" />)
    tellSessionEnded()
    await waitFor(() => expect(heard).toEqual([{ learnerId: '820001' }, 'ended']))
    await settled()
    unmount()
    tellSessionEnded()
    await waitFor(() => expect(heard).toEqual([{ learnerId: '820001' }, 'ended', 'ended']))
    expect(assign).not.toHaveBeenCalled()
  })

  it('goes to the new learner’s home when another window is somebody else’s, and stays when it is their own', async () => {
    show(<SessionWatch learnerId="820001" />)
    elsewhere.postMessage({ learnerId: '820001' })
    await settled()
    expect(assign).not.toHaveBeenCalled()
    elsewhere.postMessage({ learnerId: '820002' })
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/Home'))
  })

  it('tells the others whose it is, and its calls tell the server, until it is gone', async () => {
    const { unmount } = show(<SessionWatch learnerId="82/一" />)
    await waitFor(() => expect(heard).toEqual([{ learnerId: '82/一' }]))
    expect(await said()).toBe('82%2F%E4%B8%80')
    // Logging out is for whoever is logged in.
    await endSession()
    expect(new Headers(door.mock.calls.at(-1)![1].headers).has('x-page-learner')).toBe(false)
    unmount()
    expect(await said()).toBeNull()
  })

  it('stays where an exam is taken, which has a login of its own', async () => {
    path = '/ToTestIng'
    show(<SessionWatch learnerId="820001" />)
    elsewhere.postMessage('ended')
    elsewhere.postMessage({ learnerId: '820002' })
    await settled()
    expect(assign).not.toHaveBeenCalled()
    expect(await said()).toBeNull()
  })

  it('works in a browser without channels', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    show(<SessionWatch learnerId="820001" />)
    tellSessionEnded()
    expect(assign).not.toHaveBeenCalled()
  })
})

it('a page for everybody follows a logout only', async () => {
  show(<SessionWatch />)
  elsewhere.postMessage({ learnerId: '820002' })
  await settled()
  expect([assign.mock.calls, heard, await said()]).toEqual([[], [], null])
  elsewhere.postMessage('ended')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
})
