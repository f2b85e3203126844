import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../support/sources'
import { testsIn, titlesIn, type TitledTest } from '../support/test-titles'

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const tests = new Map<string, TitledTest[]>()

/** What a test must have to run at all, by the words of its condition. */
const needs: [RegExp, string][] = [[/redis/i, 'redis-server'], [/nginx/, 'nginx'], [/caddy/, 'caddy'], [/postgres|onServer/i, 'PostgreSQL'], [/\.next/, 'a build']]
const needOf = (condition: string) => needs.find(([words]) => words.test(condition))?.[1] ?? `what ${condition} asks`

/** What is wrong with a test that is named as `file#part of its title`, with ` (needs a program)` where it runs only beside one; null when it exists. */
function faultOf(named: string): string | null {
  const [, path = '', title = '', told] = /^([^#]*)#?(.*?)(?: \(needs ([^)]+)\))?$/.exec(named)!
  if (!/^(tests|training-api\/tests)\/.+\.(test|spec)\.tsx?$/.test(path) || title === '') return `${named} names no test`
  if (!existsSync(root + path)) return `${path} does not exist`
  if (!tests.has(path)) tests.set(path, testsIn(read(path)))
  const found = tests.get(path)!.filter((one) => one.title.includes(title))
  if (found.length === 0) return `${path} has no test with "${title}"`
  // With one that always runs nothing is needed.
  const needed = found.some(({ conditions }) => conditions.length === 0) ? [] : [...new Set(found.flatMap(({ conditions }) => conditions.map(needOf)))]
  return needed.join(', ') === (told ?? '') ? null : `${path}#${title} ${needed.length ? `needs ${needed.join(', ')}` : 'needs nothing'}, and ${told ? `is said to need ${told}` : 'does not say so'}`
}

describe('the titles of a file', () => {
  it('are those of its tests and groups, however they are made, and nothing else that stands in it', () => {
    // In pieces, for lint and `words.test.ts` find the whole words.
    const [skip, fixme, todo] = ['skip', 'fixme', 'todo']
    const text = `
      // test('in a comment', () => {})
      const words = "it('in a text')"
      describe('a group', () => { test(\`with \${words}\`, () => expect(words, 'a message').toBe('a value')) })
      describe.runIf(isThere)('on some machines', () => it.each([['a row', 'its value']])('for %s', () => {}))
      test.describe('in a browser', () => test('its learner\\'s', { tag: '@wide' }, () => {}))
      it.each<string>(['this'])('typed %s', () => {})
      test.runIf(isThere)('where it can', () => test.${skip}(!isThere, 'a reason'))
      it.${skip}('skipped', () => {})
      describe.${skip}('a skipped group', () => it('in a skipped group', () => {}))
      test.${fixme}('to be mended', () => {})
      it.${todo}('to be written')
      other('no test', () => {})`
    expect(titlesIn(text)).toEqual(['a group', 'with ${words}', 'on some machines', 'for %s', 'for a row', 'in a browser', "its learner's", 'typed %s', 'typed this', 'where it can'])
    expect(testsIn(text).filter(({ conditions }) => conditions.length > 0).map(({ title, conditions }) => [title, ...conditions])).toEqual([['on some machines', 'isThere'], ['for %s', 'isThere'], ['for a row', 'isThere'], ['where it can', 'isThere']])
  })

  it('are found wanting where they say too little, or too much', () => {
    const redis = 'tests/request/store.test.ts#a session that ended while Redis was away'
    expect([`${redis} (needs redis-server)`, redis, `${redis} (needs caddy)`, 'tests/domain/links.test.ts#refuses %j (needs caddy)', 'tests/domain/links.test.ts#refuses %j', 'tests/domain/links.test.ts#flies', 'lib/log.ts#x', 'tests/domain/none.test.ts#x'].map(faultOf)).toEqual([
      null, expect.stringContaining('needs redis-server, and does not say so'), expect.stringContaining('is said to need caddy'), expect.stringContaining('needs nothing'), null, expect.stringContaining('has no test'), expect.stringContaining('names no test'), expect.stringContaining('does not exist'),
    ])
  })
})

const policy = read('docs/security/policy.md')
const sections = new Set([...policy.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number))

describe('the ledger of ASVS', () => {
  const [head, ...rows] = read('docs/security/asvs.tsv').trimEnd().split('\n').map((line) => line.split('\t'))
  const ledger = rows.map(([requirement = '', level = '', words = '', verdict = '', evidence = '']) => ({ requirement, level, words, verdict, evidence }))

  it('has a row for each of the 70 requirements of level 1 and 183 of level 2, and the six of level 3', () => {
    expect(head).toEqual(['requirement', 'level', 'in short', 'verdict', 'evidence'])
    expect(['1', '2', '3'].map((level) => ledger.filter((row) => row.level === level).length)).toEqual([70, 183, 6])
    expect(ledger.filter(({ level }) => level === '3').map(({ requirement }) => requirement)).toEqual(['3.7.3', '5.2.4', '5.2.6', '6.3.8', '14.2.8', '16.5.4'])
    expect(new Set(ledger.map(({ requirement }) => requirement)).size).toBe(ledger.length)
  })

  it('answers each in one of four ways, with a word of evidence', () => {
    expect(ledger.filter(({ requirement, words, verdict, evidence }) => !/^\d+\.\d+\.\d+$/.test(requirement) || words.length < 3 || evidence.length < 3 || !['test', 'design', 'deviation', 'not applicable'].includes(verdict)).map(({ requirement }) => requirement)).toEqual([])
  })

  it('names tests that exist', () => {
    const named = ledger.flatMap(({ requirement, verdict, evidence }) => (verdict === 'test' ? evidence.split('; ') : (evidence.match(/(?:training-api\/)?tests\/[\w/.-]+#[^;)]+?(?: \(needs [^)]+\)|(?=[;)]|$))/g) ?? [])).map((one) => ({ requirement, fault: faultOf(one.trim()) })))
    expect(named.length).toBeGreaterThan(200)
    expect(named.filter(({ fault }) => fault !== null)).toEqual([])
  })

  it('explains every deviation in the policy, and the policy knows no other', () => {
    const explained = [...policy.slice(policy.indexOf('## 15. Deviations')).matchAll(/^\| ([\d., ]+?)(?: \(level 3\))? \|/gm)].flatMap(([, numbers]) => numbers!.split(',').map((number) => number.trim())).sort()
    expect(ledger.filter(({ verdict }) => verdict === 'deviation').map(({ requirement }) => requirement).sort()).toEqual(explained)
  })

  it('refers to sections and files that are there', () => {
    const wrong = ledger.flatMap(({ requirement, evidence }) => [
      ...[...evidence.matchAll(/policy\.md section (\d+)/g)].filter(([, number]) => !sections.has(number!)).map(([words]) => `${requirement}: ${words}`),
      ...[...evidence.matchAll(/\b(?:lib|app|docs|deploy|training-api)\/[\w/.-]+\.(?:ts|tsx|md|mjs)\b/g)].filter(([path]) => !existsSync(root + path)).map(([path]) => `${requirement}: ${path}`),
    ])
    expect(wrong).toEqual([])
  })
})

describe('the table of threats', () => {
  const rows = read('docs/security/threats.md').split('\n').filter((line) => line.startsWith('| ') && !/^\| (threat|---)/.test(line)).map((line) => line.split(' | '))

  it('has tests for each threat, and they exist', () => {
    expect(rows.length).toBeGreaterThanOrEqual(24)
    const faults = rows.flatMap(([threat, , evidence = '']) => {
      const named = [...evidence.matchAll(/`([^`]+)`( \(needs [^)]+\))?/g)].map(([, one, need = '']) => one! + need)
      return named.length ? named.map(faultOf).filter((fault) => fault !== null) : [`${threat} names no test`]
    })
    expect(faults).toEqual([])
  })
})

describe('the floor of what we are made of', () => {
  const floor = [...policy.slice(policy.indexOf('## 11. '), policy.indexOf('## 12. ')).matchAll(/^\| ([\w@/, -]+?) \| (\d+\.\d+\.\d+) \|$/gm)].flatMap(([, names, version]) => names!.split(', ').map((name) => [name, version!] as const))
  const installed = (JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> }).packages
  const isBelow = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true }) < 0

  it('is what the lockfile has, or older', () => {
    expect(floor.map(([name]) => name)).toEqual(['next', 'react', 'react-dom', 'sharp', 'next-intl'])
    const found = Object.entries(installed).flatMap(([path, { version }]) => floor.flatMap(([name, least]) => (path.endsWith(`node_modules/${name}`) && version ? [{ path, version, least }] : [])))
    expect(found.length).toBeGreaterThanOrEqual(floor.length)
    expect(found.filter(({ version, least }) => isBelow(version, least))).toEqual([])
    expect([isBelow('16.4.5', '16.4.6'), isBelow('16.4.10', '16.4.6'), isBelow('4.14.0', '4.14.0')]).toEqual([true, false, false])
  })
})

describe('the policy', () => {
  it('says the limits that are set', () => {
    const limits = read('lib/request/limits.ts')
    for (const [name, words] of [['failedLoginsOfAccount: { times: 20, seconds: 15 * MINUTE }', 'web 20 in 15 minutes'], ['perAddress(300, 5 * MINUTE', '300 in 5 minutes'], ['codesOfTenant: { times: 5000', '5,000 a day for a tenant'], ['proofsOfLearner: { times: 5,', '5 in 15 minutes'], ['visitsOfLearner: { times: 1000, seconds: HOUR', '1,000, 600 an hour'], ['launchesOfLearner: { times: 600, seconds: HOUR', '1,000, 600 an hour'], ['startsOfLearner: { times: 2000, seconds: HOUR', '2,000, 1,000, 5,000, 10,000 an hour'], ['papersOfLearner: { times: 1000, seconds: HOUR', '2,000, 1,000, 5,000, 10,000 an hour'], ['notesOfLearner: { times: 5000, seconds: HOUR', '2,000, 1,000, 5,000, 10,000 an hour'], ['drawsOfLearner: { times: 10_000, seconds: HOUR', '2,000, 1,000, 5,000, 10,000 an hour'], ['strangeDomainsOfAddress: { times: 60, seconds: HOUR', '60 an hour from an address; any number from inside']] as const) {
      expect(limits).toContain(name)
      expect(policy).toContain(words)
    }
    // This one stands at its door.
    const [, commits] = /MOST_PER_MINUTE = (\d+)/.exec(read('app/content/[ticket]/commit/route.ts'))!
    expect(policy).toContain(`| commits of courseware | ${commits} a minute |`)
    expect(policy).toContain(`| commits of all courseware of a learner | ${2 * Number(commits)} a minute |`)
  })

  it('says of logs what learners are promised, as the guide does', () => {
    const [, months] = /audit events for (\d+) months/.exec(policy)!
    expect(read('docs/operating.md')).toContain(`**Logs** go after ${months} months at most.`)
    for (const [locale, words] of [['zh', `技术日志保存不超过 ${months} 个月`], ['en', `technical logs are kept for at most ${months} months`], ['ja', `技術ログの保存は最長${months}か月`]]) expect(read(`messages/${locale}/privacy.json`)).toContain(words)
  })

  it('names every event of security', () => {
    const events = [...read('lib/request/audit.ts').matchAll(/'([a-z]+(?:\.[a-z]+)?)'/g)].map(([, event]) => event!).filter((event) => /\.|^(logout|registered)$/.test(event))
    expect(events.length).toBeGreaterThan(15)
    expect(events.filter((event) => !policy.includes(`\`${event}\``))).toEqual([])
  })
})
