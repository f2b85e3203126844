// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PrivacyPolicy } from '@/components/session/privacy-policy'
import { show } from '../../support/render'

describe('privacy policy', () => {
  it.each(['zh', 'en', 'ja'] as const)('is complete in %s and names the platform', (locale) => {
    const { container } = show(<PrivacyPolicy platform="卓越职业技术培训平台" />, locale)
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(11)
    expect(container.textContent).toContain('卓越职业技术培训平台')
    expect(container.textContent).not.toMatch(/[<>{}]/)
    for (const section of container.querySelectorAll('section')) expect(section.textContent!.length).toBeGreaterThan(40)
  })
})
