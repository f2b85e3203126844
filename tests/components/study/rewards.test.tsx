// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Congratulation from '@/components/study/congratulation'
import { showReport } from '@/components/study/reward-box'
import RewardDisplay from '@/components/study/reward-display'
import { Rewards } from '@/components/study/rewards'
import { serveToasts } from '@/components/ui/notify'
import type { Locale } from '@/lib/domain/locale'
import type { ObtainedCertificate } from '@/lib/domain/study'
import { show } from '../../support/render'

const certificate: ObtainedCertificate = { name: '低压电工作业安全', number: 'HN-2026-000231', issuer: '东岭电力培训中心', learnerName: '李明', obtainedAt: '2026-03-10T10:00:00+08:00', validity: { kind: 'months', months: 36 } }
const points = (text: string, count: number | null = null) => ({ text, points: count })
let said: { text: string; at: number }[] = []
let leave = () => undefined as void

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  said = []
  leave = serveToasts(({ text }) => void said.push({ text, at: Date.now() }))
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

describe('what a report brings', () => {
  it('is said one after another, 1.5 s apart, also over several reports', () => {
    show(<RewardDisplay />)
    const begun = Date.now()
    showReport({ messages: [points('一'), points('二')], certificate: null })
    showReport({ messages: [points('三')], certificate: null })
    vi.advanceTimersByTime(10_000)
    expect(said.map(({ text, at }) => [text, at - begun])).toEqual([['一', 0], ['二', 1_500], ['三', 3_000]])
  })

  it('waits for a page that can say it', () => {
    showReport({ messages: [points('一')], certificate: null })
    vi.advanceTimersByTime(10_000)
    expect(said).toEqual([])
    show(<RewardDisplay />)
    vi.advanceTimersByTime(10_000)
    expect(said.map(({ text }) => text)).toEqual(['一'])
  })

  it.each<[Locale, string]>([['zh', '小节学习通过，积分 +5'], ['en', 'You earned 5 points'], ['ja', '5ポイントを獲得しました']])('is said in %s', (locale, text) => {
    show(<RewardDisplay />, locale)
    vi.advanceTimersByTime(60_000)
    showReport({ messages: [points('小节学习通过，积分 +5', 5)], certificate: null })
    vi.advanceTimersByTime(10_000)
    expect(said.map((one) => one.text)).toEqual([text])
  })

  it('waits for the next page when this one goes away before it was seen', () => {
    show(<RewardDisplay />)
    vi.advanceTimersByTime(120_000)
    showReport({ messages: [points('一'), points('二')], certificate: null })
    vi.advanceTimersByTime(100)
    expect(said.map(({ text }) => text)).toEqual(['一'])
    window.dispatchEvent(new Event('pagehide'))
    vi.advanceTimersByTime(10_000)
    expect(said).toHaveLength(1)
    show(<RewardDisplay />)
    vi.advanceTimersByTime(10_000)
    expect(said.map(({ text }) => text)).toEqual(['一', '一', '二'])
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.length).toBe(0)
  })

  it('may be a certificate: congratulated on once, with the way to all of them', async () => {
    vi.useRealTimers()
    show(<Rewards learnerId="820001" />)
    act(() => showReport({ messages: [], certificate }))
    const dialog = await screen.findByRole('dialog', { name: '恭喜您获得证书' }, { timeout: 10_000 })
    expect(dialog.textContent).toContain('HN-2026-000231')
    expect(dialog.textContent).toContain('有效期 36 个月')
    fireEvent.click(screen.getByRole('button', { name: '继续' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 10_000 })
    expect(sessionStorage.length).toBe(0)
  })

  it('is its learner’s: the next one to log in with this browser sees nothing of it', async () => {
    vi.useRealTimers()
    const first = show(<Rewards learnerId="820001" />)
    first.unmount()
    showReport({ messages: [points('一')], certificate })
    const second = show(<Rewards learnerId="820002" />)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([screen.queryByRole('dialog'), said]).toEqual([null, []])
    second.unmount()
    show(<Rewards learnerId="820001" />)
    await screen.findByRole('dialog', { name: '恭喜您获得证书' }, { timeout: 10_000 })
    fireEvent.click(screen.getByRole('button', { name: '继续' }))
    await vi.waitFor(() => expect(sessionStorage.length).toBe(0), { timeout: 10_000 })
  })

  it('says its days as certificates write them', () => {
    show(<Congratulation certificate={{ ...certificate, validity: { kind: 'until', date: '2027-03-01T00:00:00+08:00' } }} onClose={() => undefined} />)
    for (const day of ['2026-03-10', '有效期至 2027-03-01']) expect(screen.getByText(day)).toBeTruthy()
  })

  it('is in the page’s language but for what the platform wrote', () => {
    show(<Congratulation certificate={{ ...certificate, validity: { kind: 'permanent' } }} onClose={() => undefined} />, 'ja')
    const marked = [...screen.getByRole('dialog').querySelectorAll('p [lang], dl [lang]')].map((one) => [one.getAttribute('lang'), one.textContent])
    expect(marked).toEqual([['zh-Hans', '低压电工作业安全'], ['en', 'HN-2026-000231'], ['zh-Hans', '东岭电力培训中心']])
  })

  it('is congratulated on also when nothing more is known', () => {
    show(<Congratulation certificate={{ name: null, number: null, issuer: null, learnerName: null, obtainedAt: null, validity: null }} onClose={() => undefined} />)
    expect(screen.getByText('您已完成全部学习内容。')).toBeTruthy()
    expect(screen.getByRole('link', { name: '查看我的证书' }).getAttribute('href')).toBe('/MyStudy?tab=certificates')
  })
})
