import { expect, it, vi } from 'vitest'
import HomePage from '@/app/[tenant]/[locale]/(learner)/Home/page'
import type { Floor } from '@/lib/domain/home'
import type { Locale } from '@/lib/domain/locale'
import { mountPlatform } from '../support/platform'
import { within } from '../support/request-scope'

vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, getRequestConfig: (config: unknown) => config, getNow: async () => new Date() }))
const { asking } = vi.hoisted(() => ({ asking: vi.fn() }))
vi.mock('@/lib/request/learner', () => ({ requireLearner: asking }))

const platform = mountPlatform()

type Part = { props?: { of?: Promise<{ value?: unknown }> } } | null

/** The titles of the tiles as the home page gets them. */
async function tilesIn(locale: Locale): Promise<string[]> {
  asking.mockResolvedValue(await platform.learner('liming', 82, locale))
  const { value: page } = await within(new Headers(), () => HomePage())
  const parts = (page as { props: { children: Part[] } }).props.children
  const floors = (await parts.at(-1)?.props?.of)?.value as Floor[]
  return floors.flatMap(({ tiles }) => tiles.map(({ title }) => title))
}

it('what is kept for a tenant is kept for each language: nobody gets the titles of whoever was there a moment before', async () => {
  const [zh, en, ja] = [await tilesIn('zh'), await tilesIn('en'), await tilesIn('ja')]
  expect(zh).toContain('新员工入职培训计划')
  expect(en).toContain('Onboarding Plan for New Employees')
  expect(ja).toContain('新入社員研修プラン')
  expect(await tilesIn('zh')).toEqual(zh)
})
