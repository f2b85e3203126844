import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageOfSentences, languageOfTitled } from '@/lib/domain/sentence-language'
import { count, han, kana, langAttribute, languageOf, languageOfTitle } from '@/lib/domain/text-language'

describe('the language of a text', () => {
  it.each([['低压电工作业安全', 'zh'], ['MIG 焊接工艺卡 V3.2', 'zh'], ['低圧電気の安全な取り扱い', 'ja'], ['Safety at height', 'en'], ['2026-11', null], ['数控车·铣·钳工', 'zh'], ['列昂纳多・达芬奇的机械设计', 'zh'], ['クレーン・玉掛け', 'ja'], ['MIG・TIG', 'en'], ['', null]])('%s is %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it('is the same as when every letter is counted', () => {
    const counted = (text: string) => {
      const [japanese, chinese] = [count(text, kana), count(text, han)]
      if (japanese && (japanese + chinese < 40 || japanese > chinese * 0.176)) return 'ja'
      return chinese ? 'zh' : /\p{Script=Latin}/u.test(text) ? 'en' : null
    }
    const letter = fc.constantFrom('安', '全', '𠮷', '々', '・', 'a', 'é', '1', ' ', '\ud842', '\udfb7')
    const part = fc.oneof(fc.string({ unit: letter, maxLength: 60 }), fc.string({ unit: fc.constantFrom('の', 'カ', '安') }), fc.string({ unit: 'binary' }), fc.constantFrom('a'.repeat(1_998), 'a'.repeat(1_999), '安'.repeat(40), '1'.repeat(2_000)))
    fc.assert(fc.property(fc.array(part, { maxLength: 5 }), (parts) => languageOf(parts.join('')) === counted(parts.join(''))), { numRuns: 1_000 })
  })

  it.each([
    ['ISO 9001:2015', '质量管理体系内审安排，请各部门准备。', 'zh'], ['KPI 2026', '各部署の目標を確認してください', 'ja'], ['Maintenance on Sunday', 'The platform will be down for two hours (停机) on Sunday.', 'en'],
    ['停机通知', 'Maintenance on Sunday, all day long', 'zh'], ['2026-11', 'Public holidays', 'en'], ['KPI', '', 'en'], ['2026', '', null],
  ] as const)('with the title %s and the text %s is %s', (title, text, language) => {
    expect(languageOfTitled(title, () => text)).toBe(language)
  })

  it.each([
    ['zh', '本次培训以持续改善（カイゼン）为主题，请各班组长准时到第三会议室参加，并提前阅读附件中的全部材料。'], ['ja', '第3期班長研修が開講します。対象の方は添付資料を確認のうえ、期日までに申込書を提出してください。'],
    ['ja', '安全教育実施要領：受講対象者全員、実施日十二月一日、実施場所本社第二会議室、持参品筆記用具、担当総務部の佐藤まで、詳しくはお問い合わせください。'],
  ])('is %s by the share of kana once it is long: %s', (language, text) => {
    expect([languageOf(text), languageOfSentences(text)]).toEqual([language, language])
  })

  it.each([
    ['en', 'The platform will be down for two hours (停机) on Sunday.'], ['zh', '用 MIG、TIG 和 CNC 设备时 G00 G01 G02 的含义'], ['zh', '请访问 https://www.example.com/training/course/list/item?from=news 报名'], ['zh', '缝隙为 0.2 mm、0.4 mm、0.6 mm'],
    ['ja', 'Excel と Word の使い方'], ['en', 'PLC'], [null, '100 %'], ['zh', '下列 install 命令：npm install react'], ['ja', `${'Safety first. '.repeat(5)}${'安全第一です。'.repeat(20)}`],
  ])('of sentences is %s by what they have more of: %s', (language, text) => {
    expect(languageOfSentences(text)).toBe(language)
  })

  it.each([['zh', '精益改善（カイゼン）专题培训报名通知', '请各班组长准时参加。'.repeat(20)], ['ja', '第3期班長研修が開講', '対象の方は添付資料をご確認のうえ、お申し込みください。'.repeat(8)], ['ja', '第3期班長研修が開講', ''], ['ja', '第3期班長研修が開講', '詳細添付資料参照'], ['ja', 'カイゼン研修', 'Kaizen workshop for all team leaders, on Monday.'.repeat(9)]])(
    'is %s with the title %s, kana in which may be a term', (language, title, text) => {
      expect(languageOfTitled(title, () => text)).toBe(language)
    })

  it.each([['精益改善（カイゼン）专题培训报名通知', 'zh', 'zh'], ['第3期班長研修が開講', 'ja', 'ja'], ['ISO 9001:2015', 'zh', 'en'], ['2026-11', 'zh', null]] as const)('of the title %s of something in %s is %s', (title, whole, language) => {
    expect(languageOfTitle(title, whole)).toBe(language)
  })

  it('is said only where it differs from the page', () => {
    expect(langAttribute('焊接工艺基础', 'zh')).toBeUndefined()
    expect(langAttribute('焊接工艺基础', 'en')).toBe('zh-Hans')
    expect(langAttribute('Welding', 'ja')).toBe('en')
    expect(langAttribute('100%', 'en')).toBeUndefined()
  })
})
