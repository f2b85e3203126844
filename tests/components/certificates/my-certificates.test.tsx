// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MyCertificates } from '@/components/certificates/my-certificates'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined }) }))

it.each([['zh', ['2026 年', '未注明年份', '未注明年份']], ['en', ['2026', 'Year not stated', 'Year not stated']]] as const)('names a group that has no year (%s), and each group by its own heading', (locale, names) => {
  const years = ['2026', '', ''].map((year) => ({ year, certificates: [] }))
  show(<MyCertificates years={{ value: years }} now={0} checkUrlOf={() => null} />, locale)
  const headings = screen.getAllByRole('heading', { level: 2 })
  expect(headings.map(({ firstChild }) => firstChild!.textContent)).toEqual(names)
  expect(new Set(headings.map(({ id }) => id)).size).toBe(3)
})
