// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Scrubber } from '@/components/study/video/scrubber'
import { VideoEngine } from '@/components/study/video/video-engine'
import { noVideo } from '@/components/study/video/video-state'
import { show } from '../../support/render'

/** A bar over a video of that length, which is at second 40, and the seconds it is sent to. */
function bar(duration: number) {
  const sought: number[] = []
  class Sought extends VideoEngine {
    override seek(second: number) {
      sought.push(second)
    }
    is(told: Partial<typeof noVideo>) {
      this.set({ ...noVideo, ...told })
    }
  }
  const engine = new Sought({ learnerId: '820001', read: () => null, write: () => undefined }, 'zh')
  show(<Scrubber engine={engine} />)
  act(() => engine.is({ time: 40, duration }))
  return { sought, press: (key: string) => fireEvent.keyDown(screen.getByRole('slider'), { key }) }
}

it.each([[600, 'End', [600]], [600, 'Home', [0]], [600, 'ArrowRight', [45]], [0, 'End', []], [0, 'ArrowRight', [45]]])('a video of %i seconds (0 when nobody knows) goes with %s to %j', (duration, key, to) => {
  const { sought, press } = bar(duration)
  press(key)
  expect(sought).toEqual(to)
})
