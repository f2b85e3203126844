import { expect, type Page } from '@playwright/test'

// Where things are on the pages of plans.
export const cards = (page: Page) => page.getByRole('list', { name: '我的计划列表' }).getByRole('article')
export const filter = (page: Page, name: string) => page.getByRole('navigation', { name: '状态' }).getByRole('link', { name })
export const detail = (id: number | string, tab?: 'catalogue') => `/PlanDetil?id=${id}${tab ? `&tab=${tab}` : ''}`
export const content = (page: Page) => page.getByRole('region', { name: '计划内容' })
export const course = (page: Page, name: string) => content(page).locator('details').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
export const row = (page: Page, name: string) => content(page).locator('li[id^="section-"]').filter({ has: page.locator('[aria-describedby]', { hasText: new RegExp(`^${name}$`) }) })
/** Opens a course of a plan; the one the learner is in stands open already. */
export async function unfold(page: Page, name: string): Promise<void> {
  if ((await course(page, name).getAttribute('open')) === null) await course(page, name).locator('summary').click()
  await expect(course(page, name)).toHaveAttribute('open')
}
