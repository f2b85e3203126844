// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { MyPlans, PlanFilters } from '@/components/plans/my-plans'
import { PlanCard } from '@/components/plans/plan-card'
import type { PlanCard as Plan } from '@/lib/domain/plans'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined, prefetch: () => undefined }), usePathname: () => '/myPlanList', useSearchParams: () => new URLSearchParams() }))

const plan: Plan = {
  id: '5001', name: '新员工入职培训计划', companyName: '华北电力职业培训中心', cover: { pictureUrl: null, words: null }, state: 'learning', progressPercent: 33,
  hours: 24, credits: 6, joinCount: 128, rating: 4.6, endsAt: null,
}
const over = (container: HTMLElement) => container.querySelector('.over')?.textContent

describe('the card of a plan', () => {
  it('leads to its detail with id and title, without asking', () => {
    const { container } = show(<PlanCard plan={plan} />)
    expect(screen.getByRole('link', { name: plan.name }).getAttribute('href')).toBe(`/PlanDetil?id=5001&title=${encodeURIComponent(plan.name)}`)
    expect(screen.getByRole('progressbar', { name: '学习进度' }).getAttribute('aria-valuenow')).toBe('33')
    expect(over(container)).toBe('继续学习')
    expect(container.querySelector('time')).toBeNull()
  })

  it.each([['completed', '已完成'], ['failed', '未通过'], ['expired', '已过期']] as const)('%s wears %s and offers 查看', (state, badge) => {
    const { container } = show(<PlanCard plan={{ ...plan, state }} />)
    expect(screen.getByText(badge)).toBeTruthy()
    expect(over(container)).toBe('查看')
  })

  it.each([['zh', /^截止 2026\/12\/17 23:59$/], ['en', /^Until Dec 17, 2026 23:59$/], ['ja', /^期限 2026\/12\/17 23:59$/]] as const)('says in %s until when it runs, on the clock of the platform', (locale, words) => {
    const { container } = show(<PlanCard plan={{ ...plan, endsAt: '2026-12-17T15:59:59Z' }} />, locale)
    expect(container.querySelector('time')?.textContent).toMatch(words)
    expect(container.querySelector('time')?.dateTime).toBe('2026-12-17T15:59:59Z')
  })
})

describe('my plans', () => {
  const view = { state: 'all', name: '', page: 1, size: 8 } as const
  const none = { value: { items: [], total: 0, page: 1, size: 8 } }

  it('are filtered by five states, each with its count; choosing one forgets page and size', () => {
    show(<PlanFilters view={{ state: 'expired', name: '复训', page: 2, size: 16 }} counts={{ all: 12, expired: 2 }} />)
    const links = screen.getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['全部12', '学习中', '已完成', '未通过', '已过期2'])
    expect(links[4]!.getAttribute('aria-current')).toBe('page')
    expect(links[1]!.getAttribute('href')).toBe(`/myPlanList?state=learning&name=${encodeURIComponent('复训')}`)
  })

  it('are a grid with a pager of the sizes of my lists', () => {
    show(<MyPlans view={{ ...view, state: 'learning' }} plans={{ value: { items: [plan, { ...plan, id: '2', name: '乙' }], total: 12, page: 1, size: 8 } }} />)
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([4, 8, 16, 32, 64, 128].map((size) => `${size} 条/页`))
    expect(screen.getByRole('link', { name: '下一页' }).getAttribute('href')).toBe('/myPlanList?state=learning&page=2')
  })

  it('of a platform that cuts pages smaller are asked for as before, on as many pages as there are', () => {
    show(<MyPlans view={{ ...view, size: 32 }} plans={{ value: { items: [plan], total: 45, page: 1, size: 20 } }} />)
    expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe('/myPlanList?page=3&size=32')
    expect(screen.getByLabelText<HTMLSelectElement>('每页条数').value).toBe('/myPlanList?size=32')
  })

  it('on a page without any lead to the first one, and keep the pager', () => {
    const { unmount } = show(<MyPlans view={{ ...view, page: 2 }} plans={{ value: { items: [], total: 12, page: 2, size: 8 } }} />)
    expect(screen.getByText('这一页没有内容')).toBeTruthy()
    expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe('/myPlanList')
    expect(screen.getByRole('navigation', { name: '分页' })).toBeTruthy()
    unmount()
    show(<MyPlans view={view} plans={{ value: { items: [], total: 12, page: 1, size: 8 } }} />)
    expect(screen.queryByText('您还没有开始任何培训计划')).toBeNull()
    expect(screen.getByText('这一页没有内容')).toBeTruthy()
  })

  it('of somebody new are 空空如也, with the way to the library', () => {
    show(<MyPlans view={view} plans={none} />)
    expect(screen.getByText('空空如也')).toBeTruthy()
    expect(screen.getByRole('link', { name: '去培训计划库看看' }).getAttribute('href')).toBe('/PlanList')
  })

  it('that a filter does not find lead back to all', () => {
    show(<MyPlans view={{ ...view, state: 'failed' }} plans={none} />)
    expect(screen.getByRole('link', { name: '查看全部计划' }).getAttribute('href')).toBe('/myPlanList')
  })

  it('that cannot be loaded say so and offer another try', () => {
    show(<MyPlans view={view} plans={{ error: 'failed' }} />)
    expect(screen.getByRole('alert').textContent).toContain('计划列表加载失败')
    expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
  })
})
