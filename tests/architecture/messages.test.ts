import { isLiteralElement, isPluralElement, isPoundElement, isSelectElement, isTagElement, parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { createTranslator } from 'next-intl'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areas } from '@/lib/i18n/areas'
import { platformWords } from '@/lib/i18n/platform-words'
import { messages as said } from '@/training-api/rules/messages'
import { root } from '../support/sources'

type Tree = { [key: string]: string | Tree }
const languages = ['zh', 'en', 'ja'] as const
const read = (language: string, file: string) => JSON.parse(readFileSync(`${root}messages/${language}/${file}.json`, 'utf8')) as Tree
const files = readdirSync(`${root}messages/zh`).map((name) => name.replace('.json', '')).sort()

function flat(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)])))
}

/** The arguments and tags of an ICU message, wherever in its branches they stand: `{name}`, `{count, plural, …}`, `<policy>`. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>()
  const walk = (parts: MessageFormatElement[]) => {
    for (const part of parts) {
      if (isTagElement(part)) found.add(`<${part.value}>`)
      else if (!isLiteralElement(part) && !isPoundElement(part)) found.add(part.value)
      if (isTagElement(part)) walk(part.children)
      if (isSelectElement(part) || isPluralElement(part)) for (const { value } of Object.values(part.options)) walk(value)
    }
  }
  walk(parse(message))
  return [...found].sort()
}

describe('messages', () => {
  it('has a row in the list of areas for each file', () => {
    expect(Object.values(areas).sort()).toEqual(files)
    for (const language of languages) expect(readdirSync(`${root}messages/${language}`).map((name) => name.replace('.json', '')).sort()).toEqual(files)
  })

  describe.each(files)('%s', (file) => {
    const zh = flat(read('zh', file))
    it.each(['en', 'ja'])('says in %s all that it says in zh, with the same arguments', (language) => {
      const other = flat(read(language, file))
      expect([...other.keys()].sort()).toEqual([...zh.keys()].sort())
      for (const [key, text] of zh) expect({ key, arguments: argumentsOf(other.get(key)!) }).toEqual({ key, arguments: argumentsOf(text) })
    })

    it('counts in English by the plural', () => {
      expect([...flat(read('en', file))].filter(([, text]) => /, number\}(<\/?b>)? (class hours|[a-z]*(points|minutes|hours|seconds|questions|answers|attempts|times|courses|sections|credits))\b/.test(text))).toEqual([])
    })

    it('has no empty text, no Chinese in English', () => {
      for (const language of languages) expect([...flat(read(language, file))].filter(([, text]) => text.trim() === '')).toEqual([])
      const own = /简体中文|日本語|取消切换/
      expect([...flat(read('en', file))].filter(([, text]) => /[\u3040-\u30ff\u3400-\u9fff]/.test(text.replace(own, '')))).toEqual([])
    })
  })
})

/** Labels that the glossary fixes and that stand in more than one place, or by themselves: file, key, Chinese, English, Japanese. */
const labels: [file: string, key: string, zh: string, en: string, ja: string][] = [
  ...['outcome', 'list'].flatMap((part): typeof labels => [
    ['exams', `${part}.passed`, '已通过', 'Passed', '合格'],
    ['exams', `${part}.failed`, '未通过', 'Failed', '不合格'],
  ]),
  ['exams', 'list.available', '可参加', 'Available', '受験可能'],
  ['exams', 'list.expired', '已过期', 'Expired', '期限切れ'],
  ['exams', 'outcome.pendingReview', '待批阅', 'Pending review', '採点待ち'],
  ['enrolment', 'failed', '未通过', 'Not passed', '不合格'],
  ...['unknownDomain', 'away', 'offline', 'tooLarge'].map((page): (typeof labels)[number] => ['site', `plain.${page}.action`, '重试', 'Retry', '再試行']),
  ['errors', 'retry', '重试', 'Retry', '再試行'],
  ['questions', 'here', '本场', 'This exam', 'この試験'],
  ['questions', 'ever', '历次', 'All exams', '全試験'],
  ['favourites', 'add', '收藏', 'Add to collection', 'お気に入りに追加'],
  ['favourites', 'remove', '取消收藏', 'Remove from collection', '解除'],
]

describe('labels', () => {
  it.each(labels)('%s: %s is named as the glossary names it', (file, key, ...named) => {
    expect(languages.map((language) => flat(read(language, file)).get(key))).toEqual(named)
  })
})

/** Where one thing is told in several places: file and key of each. */
const alike: (readonly [file: string, key: string])[][] = [
  [['ledger', 'title'], ['ledger', 'link'], ['learning-detail', 'ledger'], ['study', 'side.ledger']],
  ...['validity', 'permanent', 'months', 'until'].map((key) => ['certificates', 'record', 'rewards'].map((file) => [file, key] as const)),
  ...['courses', 'plans', 'exams'].map((figure) => ['learner', 'record'].map((file) => [file, `fact.${figure}`] as const)),
  [['profile', 'facts.department'], ['record', 'department']],
  [['profile', 'contact.phone'], ['record', 'phone']],
  [['profile', 'contact.email'], ['record', 'email']],
  [['profile', 'preferences.title'], ['attempts', 'place']],
  [['exams', 'receipts.code'], ['record', 'receipt']],
  [['session', 'passwordMissing'], ['attempts', 'login.passwordMissing']],
  [['catalogue', 'sectionLocked'], ['study', 'stage.locked'], ['errors', 'platform.该小节尚未解锁']],
  [['errors', 'busy'], ['errors', 'platform.操作太频繁，请稍后再试']],
  [['account', 'phone.taken'], ['errors', 'platform.该手机号已被注册，请更换其他手机号码']],
  [['account', 'phone.unknown'], ['errors', 'platform.该号码不存在，请先注册或联系管理人员']],
  [['account', 'confirmation.different'], ['errors', 'platform.两次输入密码不一致!']],
  [['profile', 'avatar.kind'], ['errors', 'platform.上传头像图片只能是 JPG或png 格式!']],
  [['profile', 'avatar.size'], ['errors', 'platform.上传头像图片大小不能超过 20MB!']],
  [['reviews', 'unfinished.course'], ['errors', 'platform.您还没有完成课程，不能进行评价']],
  [['reviews', 'unfinished.plan'], ['errors', 'platform.您还没有完成学习计划，不能进行评价']],
]

describe('one thing', () => {
  it.each(alike)('has one name in every language: %s', (...places) => {
    for (const language of languages) expect({ language, said: [...new Set(places.map(([file, key]) => flat(read(language, file)).get(key)))] }).toEqual({ language, said: [expect.any(String)] })
  })
})

/** Where somebody may be at work beside this page. */
const besides: [file: string, key: string][] = [['study', 'time.elsewhere'], ['study', 'time.reason.elsewhere'], ['courseware', 'stage.superseded'], ['attempts', 'elsewhere.text'], ['attempts', 'lost']]

it.each(besides)('%s: %s may be on another device as well as in another window', (file, key) => {
  const said = languages.map((language) => flat(read(language, file)).get(key))
  expect(said).toEqual([/窗口或设备/, /window or (?:on another )?device/, /画面または端末/].map((words) => expect.stringMatching(words) as string))
})

/**
 * What no learner reads: a page of the demo, points, which the web says in its own words, and texts that our server keeps to itself: of a
 * logout, and with a status other than 200 and 400.
 */
const unseen: (keyof typeof said)[] = [
  'outbox', 'pointsForSection', 'pointsForCourse', 'pointsForPlan', 'pointsForExam', 'tokenMissing', 'clientRejected', 'rangeInvalid', 'serverFault', 'diskFull', 'databaseAway',
]

describe('a refusal of the training API', () => {
  const refusals = Object.entries(said)
    .filter(([name]) => !unseen.some((one) => one === name))
    .map(([name, text]) => ({ name, text: typeof text === 'function' ? (text as (field: string) => string)('place.nodeId') : String(text) }))
  const wordsIn = (language: string) => {
    const known = createTranslator({ locale: language, messages: read(language, 'errors') as never, namespace: 'platform' as never })
    return (text: string) => platformWords(known as unknown as Parameters<typeof platformWords>[0], text)
  }

  it.each([['en', /^[^\u3040-\u30ff\u3400-\u9fff]+$/], ['ja', /[\u3040-\u30ff]/]] as const)('is said in %s, whichever it is', (language, itsWords) => {
    const words = wordsIn(language)
    expect(refusals.filter(({ text }) => !itsWords.test(words(text)))).toEqual([])
  })

  it('is without the name of a field, and as it came when nobody knows it', () => {
    expect(wordsIn('zh')(said.invalidField('place.nodeId'))).toBe('参数不正确')
    expect(['本课程仅限高处作业班学员学习', '剩余次数：3', 'v1.0'].filter((text) => wordsIn('en')(text) !== text)).toEqual([])
  })
})
