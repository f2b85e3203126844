import { describe, expect, it } from 'vitest'
import { wishedCaption } from '@/components/study/video/caption-tracks'

const captions = [{ language: 'zh', label: '中文' }, { language: 'en', label: 'English' }]
const wished = (chosen: string | null, more: { locale?: string; any?: boolean; none?: boolean } = {}) => wishedCaption(more.none ? [] : captions, { chosen, locale: more.locale ?? 'ja', any: more.any ?? false })

describe('the captions that show', () => {
  it('are the ones chosen last, whatever the page speaks', () => {
    expect(wished('en', { locale: 'zh' })).toBe('en')
  })

  it('are those of the page before anything was chosen, and none where there are none of it', () => {
    expect(wished(null, { locale: 'en' })).toBe('en')
    expect(wished(null, { locale: 'ja' })).toBeNull()
  })

  it('stay off for who turned them off, until captions are asked for', () => {
    expect(wished('off', { locale: 'en' })).toBeNull()
    expect(wished('off', { locale: 'en', any: true })).toBe('en')
    expect(wished('off', { any: true })).toBe('zh')
  })

  it('are others where this video lacks the chosen ones: the page’s, else the first', () => {
    expect(wished('fr', { locale: 'en' })).toBe('en')
    expect(wished('fr')).toBe('zh')
  })

  it('are none without captions, however much wished for', () => {
    expect(wished('en', { none: true, any: true })).toBeNull()
  })
})
