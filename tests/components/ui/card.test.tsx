// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Cover } from '@/components/ui/cover'
import { ProgressLine } from '@/components/ui/progress-bar'
import { StateMark } from '@/components/ui/state-mark'
import { Stamp } from '@/components/ui/stamp'
import { show } from '../../support/render'

describe('card', () => {
  it('is one link; the button of its cover is for the eye only', () => {
    show(<Card href="/course" title="低压电工作业安全" cover={<Cover src="/cover.png" action="继续学习" />} foot={<ProgressLine label="学习进度" percent={33.4} />} />)
    expect(screen.getByRole('link', { name: '低压电工作业安全' }).getAttribute('href')).toBe('/course')
    expect(screen.queryByRole('button', { name: '继续学习' })).toBeNull()
    expect(screen.getByRole('progressbar', { name: '学习进度' }).getAttribute('aria-valuenow')).toBe('33')
  })

  it('asks first on a plain press only', () => {
    const onOpen = vi.fn()
    show(<Card href="#course" title="有限空间作业" onOpen={onOpen} />)
    const link = screen.getByRole('link')
    expect(fireEvent.click(link)).toBe(false)
    expect(onOpen).toHaveBeenCalledOnce()
    fireEvent.click(link, { ctrlKey: true })
    expect(onOpen).toHaveBeenCalledOnce()
  })
})

describe('pictures', () => {
  it('give way to our own when they do not load or are not there', () => {
    const { container } = show(<><Cover src="/gone.png" /><Avatar src="/gone.png" /><Avatar src={null} /></>)
    expect(container.querySelectorAll('svg')).toHaveLength(1)
    for (const picture of container.querySelectorAll('img')) fireEvent.error(picture)
    expect(container.querySelectorAll('img')).toHaveLength(0)
    expect(container.querySelectorAll('svg')).toHaveLength(3)
  })
})

describe('button', () => {
  it('takes no second press while busy and says so', () => {
    const onClick = vi.fn()
    show(<Button busy busyLabel="正在登录" onClick={onClick}>登录</Button>)
    const button = screen.getByRole('button', { name: '正在登录' })
    fireEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  it('does not hand in its form twice', () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    show(<form onSubmit={onSubmit}><Button type="submit" busy busyLabel="正在登录">登录</Button></form>)
    fireEvent.click(screen.getByRole('button'))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('verdicts', () => {
  it.each([['zh', '未解锁', '已过期'], ['en', 'Locked', 'Expired'], ['ja', 'ロック中', '期限切れ']] as const)('are words in %s', (locale, state, stamp) => {
    show(<><StateMark state="locked" /><Stamp kind="expired" /></>, locale)
    expect(screen.getByText(state)).toBeTruthy()
    expect(screen.getByRole('img', { name: stamp })).toBeTruthy()
  })
})
