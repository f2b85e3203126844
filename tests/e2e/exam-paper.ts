import { expect, type Page } from '@playwright/test'

// The exams of the demo world (demo-world.md).
export const theory = '/ToTestIng?examPlanId=8001&paperId=8200&examType=3&answerTime=45'
export const contest = '/ToTestIng?examPlanId=8002&paperId=828002&examType=3&answerTime=20'
export const quick = '/ToTestIng?examPlanId=8003&paperId=828003&examType=3&answerTime=1'

export const saveLine = (page: Page) => page.locator('[data-save]')
export const isSaved = (page: Page) => expect(saveLine(page)).toHaveAttribute('data-save', 'saved', { timeout: 20_000 })
export const opened = (page: Page) => expect(page.getByRole('timer')).toHaveText(/^\d\d:\d\d:\d\d$/, { timeout: 30_000 })
export const option = (page: Page, index: number) => page.getByRole('main').locator('label.option').nth(index)
export const cell = (page: Page, number: number) => page.getByRole('complementary').getByRole('button', { name: new RegExp(`^第 ${number} 题`) })
