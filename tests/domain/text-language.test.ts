import { describe, expect, it } from 'vitest'
import { langAttribute, languageOf, languageOfTitled } from '@/lib/domain/text-language'

describe('the language of a text', () => {
  it.each([['低压电工作业安全', 'zh'], ['MIG 焊接工艺卡 V3.2', 'zh'], ['低圧電気の安全な取り扱い', 'ja'], ['Safety at height', 'en'], ['2026-11', null], ['数控车·铣·钳工', 'zh'], ['列昂纳多・达芬奇的机械设计', 'zh'], ['クレーン・玉掛け', 'ja'], ['MIG・TIG', 'en'], ['', null]])('%s is %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it.each([
    ['ISO 9001:2015', '质量管理体系内审安排，请各部门准备。', 'zh'], ['KPI 2026', '各部署の目標を確認してください', 'ja'], ['Maintenance on Sunday', 'The platform will be down for two hours (停机) on Sunday.', 'en'],
    ['停机通知', 'Maintenance on Sunday, all day long', 'zh'], ['2026-11', 'Public holidays', 'en'], ['KPI', '', 'en'], ['2026', '', null],
  ] as const)('with the title %s and the text %s is %s', (title, text, language) => {
    expect(languageOfTitled(title, () => text)).toBe(language)
  })

  it('is said only where it differs from the page', () => {
    expect(langAttribute('焊接工艺基础', 'zh')).toBeUndefined()
    expect(langAttribute('焊接工艺基础', 'en')).toBe('zh-Hans')
    expect(langAttribute('Welding', 'ja')).toBe('en')
    expect(langAttribute('100%', 'en')).toBeUndefined()
  })
})
