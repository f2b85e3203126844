// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Carousel } from '@/components/ui/carousel'
import { show } from '../../support/render'

// What the library does of it: a place that goes round, and a word when it changes.
const embla = vi.hoisted(() => {
  const listeners = new Set<() => void>()
  let at = 0
  const scrollBody = { duration: 24, friction: 0.68, useDuration(value: number) { this.duration = value; return this }, useFriction(value: number) { this.friction = value; return this } }
  const go = (step: number) => {
    at = (at + step + 3) % 3
    listeners.forEach((listener) => listener())
  }
  return {
    reset: () => { at = 0 },
    on: (_name: string, listener: () => void) => listeners.add(listener), off: (_name: string, listener: () => void) => listeners.delete(listener),
    scrollBody, internalEngine: () => ({ scrollBody }),
    selectedScrollSnap: () => at, scrollNext: () => go(1), scrollPrev: () => go(-1),
  }
})
vi.mock('embla-carousel-react', () => ({ default: () => [() => {}, embla] }))
beforeEach(() => embla.reset())

const slides = [{ id: '1', src: '/1.png', alt: '安全生产月', href: 'https://a.example/1' }, { id: '2', src: '/2.png', alt: '新课上线', href: 'https://a.example/2' }, { id: '3', src: '/3.png', alt: '祝贺' }]
const focused = () => document.activeElement!
const arrow = (key: string) => fireEvent.keyDown(focused(), { key })

describe('carousel', () => {
  it('is at the next picture within 200 ms, and not beyond it on the way', () => {
    show(<Carousel label="推荐" slides={slides} />)
    screen.getByRole('link', { name: /安全生产月/ }).focus()
    arrow('ArrowRight')
    // As the library moves: a frame is a sixtieth of a second, and the way is one.
    const { duration, friction } = embla.scrollBody
    let [place, speed, furthest] = [0, 0, 0]
    for (let frame = 0; frame < 12; frame += 1) {
      speed = (speed + (1 - place) / duration) * friction
      place += speed
      furthest = Math.max(furthest, place)
    }
    expect(Math.abs(1 - place) * 1200).toBeLessThan(1)
    expect((furthest - 1) * 1200).toBeLessThan(1)
  })

  it('gives the focus of a picture to the next one, and lets it go on from there', () => {
    show(<Carousel label="推荐" slides={slides} />)
    screen.getByRole('link', { name: /安全生产月/ }).focus()
    arrow('ArrowRight')
    expect(focused()).toBe(screen.getByRole('link', { name: /新课上线/ }))
    // A picture that leads nowhere has it itself.
    arrow('ArrowRight')
    expect(focused().getAttribute('aria-label')).toBe('第 3 张，共 3 张')
    arrow('ArrowRight')
    expect(focused()).toBe(screen.getByRole('link', { name: /安全生产月/ }))
  })

  it('takes the focus from nobody else', () => {
    show(<Carousel label="推荐" slides={slides} />)
    const next = screen.getByRole('button', { name: '下一张' })
    next.focus()
    fireEvent.click(next)
    expect(focused()).toBe(next)
    next.blur()
    act(() => embla.scrollNext())
    expect(focused()).toBe(document.body)
  })

  it('shows the words of a picture that does not come, in its place', () => {
    show(<Carousel label="推荐" slides={slides} />)
    fireEvent.error(screen.getByAltText('安全生产月'))
    expect(screen.getByText('安全生产月').closest('.sr')).toBeNull()
    expect(screen.getByRole('link', { name: /安全生产月/ })).toBeTruthy()
  })

  it('that is stopped says so, for the arrows that phones have then', () => {
    const query = Object.assign(new EventTarget(), { matches: false })
    vi.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList)
    show(<Carousel label="推荐" slides={slides} />)
    const controls = screen.getByRole('button', { name: '下一张' }).parentElement!
    expect(controls.dataset.still).toBeUndefined()
    fireEvent.click(screen.getByRole('button', { name: '暂停轮播' }))
    expect(controls.dataset.still).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: '播放轮播' }))
    expect(controls.dataset.still).toBeUndefined()
    vi.restoreAllMocks()
  })
})
