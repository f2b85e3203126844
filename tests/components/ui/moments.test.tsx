// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useMoments } from '@/components/ui/moments'
import { show } from '../../support/render'

function Said() {
  const { day, moment } = useMoments()
  return <p>{day('2026-03-01T01:05:00Z')} · {moment('2026-03-01T01:05:00Z')}</p>
}

it.each([['zh', '2026/03/01 · 2026/03/01 09:05'], ['ja', '2026/03/01 · 2026/03/01 09:05'], ['en', 'Mar 1, 2026 · Mar 1, 2026 09:05']] as const)('days and moments in %s are %s', (locale, text) => {
  show(<Said />, locale)
  expect(screen.getByText(text)).toBeTruthy()
})
