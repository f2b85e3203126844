// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { FailedLaunch } from '@/components/courseware/failed-launch'
import { show } from '../../support/render'

it('a launch page without its package tells the player of its own tenant', () => {
  const post = vi.spyOn(window.parent, 'postMessage').mockReturnValue(undefined)
  show(<FailedLaunch appOrigin="https://train.example" />)
  expect(post.mock.calls).toEqual([[{ courseware: 'failed' }, 'https://train.example']])
  vi.restoreAllMocks()
})
