// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FrameMode } from '@/components/study/frame-mode'
import { VideoControls } from '@/components/study/video/controls'
import { VideoEngine } from '@/components/study/video/video-engine'
import { show } from '../../support/render'
import { kept } from './video-of'

function controls(state: Parameters<VideoEngine['set']>[0]) {
  const engine = new VideoEngine(kept, 'zh')
  engine.set(state)
  show(<VideoControls engine={engine} next={null} frame={new FrameMode()} onHelp={() => undefined} />)
  return engine
}
const levels = [{ index: 0, height: 480 }, { index: 1, height: 1080 }]

it('what a small picture has no room for is in one more menu: quality and picture in picture', () => {
  const engine = controls({ levels, canPicture: true })
  const toggle = vi.spyOn(engine, 'togglePicture').mockResolvedValue(undefined)
  const more = screen.getByRole('button', { name: '更多' })
  fireEvent.click(more)
  const menu = within(screen.getByRole('menu', { name: '更多' }))
  const quality = within(menu.getByRole('group', { name: '清晰度' }))
  expect(quality.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual(['自动', '1080p', '480p'])
  fireEvent.click(quality.getByRole('menuitemradio', { name: '1080p' }))
  expect([engine.get().level, more.getAttribute('aria-expanded')]).toEqual([1, 'false'])
  fireEvent.click(more)
  fireEvent.click(menu.getByRole('menuitem', { name: '画中画' }))
  expect(toggle).toHaveBeenCalledOnce()
})

it('each height is offered once, at its best; what has none by its number', () => {
  const engine = controls({ levels: [{ index: 0, height: 0 }, { index: 1, height: 720 }, { index: 2, height: 720 }, { index: 3, height: 1080 }, { index: 4, height: 1080 }], playingLevel: 1 })
  fireEvent.click(screen.getByRole('button', { name: '更多' }))
  const quality = within(screen.getByRole('group', { name: '清晰度' }))
  expect(quality.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual(['自动（720p）', '1080p', '720p', '1'])
  fireEvent.click(quality.getByRole('menuitemradio', { name: '720p' }))
  expect(engine.get().level).toBe(2)
})

it('there is no such menu without anything in it', () => {
  controls({ levels: levels.slice(1) })
  expect(screen.queryByRole('button', { name: '更多' })).toBeNull()
})
