// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { exposeRuntime, type ApiWindow } from '@/components/courseware/scorm-runtime'
import { itemVerdict, type Cmi, type LaunchItem } from '@/lib/domain/courseware'

const item: LaunchItem = { id: 'I', title: 'x', href: 'index.html', tracked: true, visible: true, masteryScore: null, completionThreshold: null, passingScore: null, launchData: 'a=1', maxTime: '', timeLimitAction: '' }
type Note = { cmi: Cmi; finished: boolean; soon: boolean }
let notes: Note[] = []
let ends: string[] = []
beforeEach(() => {
  notes = []
  ends = []
})

async function runtime(standard: 'scorm12' | 'scorm2004' | 'either', cmi: Cmi = {}, more: Partial<LaunchItem> = {}, finished = false) {
  const target: ApiWindow = {}
  const remove = await exposeRuntime(target, standard, {
    item: { ...item, ...more }, cmi, finished, learner: { id: '7', name: '李明' }, neighbours: { next: true, previous: false }, mayGo: (how, id) => how === 'jump' || id === '第二.课',
    onTouch: vi.fn(), onEnd: (request) => void ends.push(request), onValues: (values, how) => void notes.push({ cmi: values, ...how }),
  })
  return { target, remove, old: target.API!, fresh: target.API_1484_11! }
}
const last = () => notes.at(-1)!
/** What is said in one breath is told after it. */
const breath = () => Promise.resolve()

describe('SCORM 1.2', () => {
  it('answers from memory, and tells every change', async () => {
    const { old } = await runtime('scorm12')
    expect(old.LMSInitialize!('')).toBe('true')
    expect(old.LMSGetValue!('cmi.core.entry')).toBe('ab-initio')
    expect(old.LMSGetValue!('cmi.core.student_name')).toBe('李明')
    expect(old.LMSGetValue!('cmi.launch_data')).toBe('a=1')
    expect(old.LMSSetValue!('cmi.core.lesson_location', 'page3')).toBe('true')
    await breath()
    expect(last()).toMatchObject({ soon: false, finished: false, cmi: { 'cmi.core.lesson_location': 'page3' } })
    expect(old.LMSCommit!('')).toBe('true')
    expect(last().soon).toBe(true)
    expect(old.LMSFinish!('')).toBe('true')
    expect(last()).toMatchObject({ soon: true, finished: true })
    expect(itemVerdict(last()).verdict).toBe('completed')
    expect(old.LMSGetLastError!()).toBe('0')
  })

  it('tells once what is said in one breath, and nothing again after a commit', async () => {
    const { old } = await runtime('scorm12')
    old.LMSInitialize!('')
    for (const page of ['1', '2', '3']) old.LMSSetValue!('cmi.core.lesson_location', page)
    expect(notes).toEqual([])
    await breath()
    old.LMSSetValue!('cmi.core.lesson_location', '4')
    old.LMSCommit!('')
    await breath()
    expect(notes.map(({ cmi, soon }) => [cmi['cmi.core.lesson_location'], soon])).toEqual([['3', false], ['4', true]])
  })

  it('goes on where it was left, with the time added up', async () => {
    const first = await runtime('scorm12')
    first.old.LMSInitialize!('')
    first.old.LMSSetValue!('cmi.core.lesson_status', 'incomplete')
    first.old.LMSSetValue!('cmi.suspend_data', 'x'.repeat(60_000))
    first.old.LMSSetValue!('cmi.core.score.raw', '42')
    first.old.LMSSetValue!('cmi.interactions.0.id', 'q1')
    first.old.LMSSetValue!('cmi.objectives.0.id', 'o1')
    first.old.LMSSetValue!('cmi.objectives.0.status', 'passed')
    first.old.LMSSetValue!('cmi.core.session_time', '0000:10:00.00')
    first.old.LMSSetValue!('cmi.core.exit', 'suspend')
    first.old.LMSFinish!('')
    const second = await runtime('scorm12', last().cmi)
    expect(second.old.LMSInitialize!('')).toBe('true')
    const get = (name: string) => second.old.LMSGetValue!(name)
    expect([get('cmi.core.entry'), get('cmi.core.lesson_status'), get('cmi.core.score.raw'), get('cmi.suspend_data').length]).toEqual(['resume', 'incomplete', '42', 60_000])
    expect([get('cmi.interactions._count'), get('cmi.objectives._count'), get('cmi.objectives.0.status')]).toEqual(['1', '1', 'passed'])
    expect(get('cmi.core.total_time')).toBe('00:10:00')
  })

  it.each([['75', '', 'completed', 'failed'], ['85', '', 'completed', 'passed'], ['9', '10', 'completed', 'passed'], ['7', '10', 'passed', 'failed'], ['0', '0', 'completed', 'completed'], ['', '', 'completed', 'completed']])('decides by the mastery score of the manifest: %s of %s points, %s', async (raw, max, said, status) => {
    const { old } = await runtime('scorm12', {}, { masteryScore: 80 })
    old.LMSInitialize!('')
    if (raw) old.LMSSetValue!('cmi.core.score.raw', raw)
    if (max) old.LMSSetValue!('cmi.core.score.max', max)
    old.LMSSetValue!('cmi.core.lesson_status', said)
    expect(old.LMSFinish!('')).toBe('true')
    expect(last()).toMatchObject({ finished: true, cmi: { 'cmi.core.lesson_status': status } })
  })

  it.each([['2004', { 'cmi.completion_status': 'completed', 'cmi.location': '9' }, false], ['1.2', { 'cmi.core.lesson_location': '9' }, true]])('a part that has ended as %s', async (_, kept, stays) => {
    const { old } = await runtime('scorm12', kept as Cmi, {}, true)
    old.LMSInitialize!('')
    old.LMSSetValue!('cmi.core.lesson_location', '1')
    await breath()
    expect(last().finished).toBe(stays)
  })

  it('lets pages of one part begin and end sessions of their own', async () => {
    const { old } = await runtime('scorm12')
    old.LMSInitialize!('')
    old.LMSSetValue!('cmi.core.lesson_location', '1')
    old.LMSFinish!('')
    expect(old.LMSInitialize!('')).toBe('true')
    expect(old.LMSGetValue!('cmi.core.lesson_location')).toBe('1')
  })

  it('refuses what the data model refuses', async () => {
    const { old } = await runtime('scorm12')
    old.LMSInitialize!('')
    await breath()
    const before = notes.length
    expect(old.LMSSetValue!('cmi.core.student_name', 'x')).toBe('false')
    expect(old.LMSSetValue!('cmi.core.lesson_status', 'passed<script>')).toBe('false')
    expect(old.LMSSetValue!('cmi.core.score.raw', '99999')).toBe('false')
    expect(old.LMSSetValue!('cmi.__proto__.polluted', 'yes')).toBe('false')
    await breath()
    expect(notes.length).toBe(before)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('SCORM 2004', () => {
  it('goes on where it was left, and knows its neighbours', async () => {
    const first = await runtime('scorm2004', {}, { passingScore: 0.8, completionThreshold: 0.5 })
    const { fresh } = first
    expect(fresh.Initialize!('')).toBe('true')
    expect([fresh.GetValue!('cmi.entry'), fresh.GetValue!('cmi.learner_name'), fresh.GetValue!('cmi.scaled_passing_score')]).toEqual(['ab-initio', '李明', '0.8'])
    expect([fresh.GetValue!('adl.nav.request_valid.continue'), fresh.GetValue!('adl.nav.request_valid.previous')]).toEqual(['true', 'false'])
    for (const [name, value] of [['cmi.location', 'p2'], ['cmi.suspend_data', 'y'.repeat(64_000)], ['cmi.progress_measure', '0.4'], ['cmi.score.scaled', '0.9'], ['cmi.exit', 'suspend'], ['cmi.session_time', 'PT5M']]) expect(fresh.SetValue!(name!, value!)).toBe('true')
    expect(fresh.SetValue!('adl.nav.request', 'continue')).toBe('true')
    expect(fresh.Terminate!('')).toBe('true')
    expect(ends).toEqual(['continue'])
    expect(last()).toMatchObject({ finished: true, cmi: { 'cmi.score.scaled': '0.9', 'cmi.success_status': 'passed' } })
    const second = (await runtime('scorm2004', last().cmi)).fresh
    second.Initialize!('')
    expect([second.GetValue!('cmi.entry'), second.GetValue!('cmi.location'), second.GetValue!('cmi.suspend_data').length, second.GetValue!('cmi.total_time')]).toEqual(['resume', 'p2', 64_000, 'PT5M'])
  })
})

it('a part of SCORM 2004 begins with the objectives of its manifest, and goes on with its own', async () => {
  const named = { objectives: ['PRIMARY', '第二'] }
  const { fresh } = await runtime('scorm2004', {}, named)
  fresh.Initialize!('')
  expect(['_count', '0.id', '1.id', '1.success_status'].map((name) => fresh.GetValue!(`cmi.objectives.${name}`))).toEqual(['2', 'PRIMARY', '第二', 'unknown'])
  expect([fresh.SetValue!('cmi.objectives.1.success_status', 'passed'), fresh.SetValue!('cmi.objectives.2.id', 'own'), fresh.Terminate!('')]).toEqual(['true', 'true', 'true'])
  const again = (await runtime('scorm2004', last().cmi, { objectives: ['PRIMARY', 'new'] })).fresh
  again.Initialize!('')
  expect(['_count', '1.id', '1.success_status', '2.id'].map((name) => again.GetValue!(`cmi.objectives.${name}`))).toEqual(['3', '第二', 'passed', 'own'])
})

it('a package of SCORM 2004 is told where it may go', async () => {
  const { fresh } = await runtime('scorm2004')
  const ask = (how: string, id: string) => fresh.GetValue!(`adl.nav.request_valid.${how}.{target=${id}}`)
  expect([ask('choice', '第二.课'), fresh.GetLastError!()], 'before it begins').toEqual(['', '122'])
  fresh.Initialize!('')
  expect([ask('choice', '第二.课'), ask('choice', 'other'), ask('jump', 'other'), fresh.GetLastError!()]).toEqual(['true', 'false', 'true', '0'])
})

it('a package that is not known finds both, and one that is known its own only', async () => {
  const both = await runtime('either')
  expect(Object.keys(both.target).sort()).toEqual(['API', 'API_1484_11'])
  both.remove()
  expect(both.target).toEqual({})
  expect(Object.keys((await runtime('scorm2004')).target)).toEqual(['API_1484_11'])
})

type Running = Awaited<ReturnType<typeof runtime>>

describe('what is kept opens again', () => {
  const old = [['cmi.core.lesson_location', 'page3'], ['cmi.interactions.0.id', 'q1'], ['cmi.interactions.0.type', 'choice'], ['cmi.interactions.0.latency', '0000:00:05.00'], ['cmi.interactions.0.result', 'wrong']] as const
  const fresh = [['cmi.location', 'page3'], ['cmi.score.raw', '-5'], ['cmi.interactions.0.id', 'q1'], ['cmi.interactions.0.type', 'long-fill-in'], ['cmi.interactions.0.latency', 'PT5S']] as const

  it.each([
    ['SCORM 1.2', old, ({ old: api }: Running) => [api.LMSInitialize!, api.LMSSetValue!, api.LMSGetValue!]],
    ['SCORM 2004', fresh, ({ fresh: api }: Running) => [api.Initialize!, api.SetValue!, api.GetValue!]],
  ] as const)('where nobody knows the version of a package that speaks %s', async (_name, said, callsOf) => {
    const [begin, set] = callsOf(await runtime('either'))
    begin!('')
    for (const [name, value] of said) expect(set!(name, value)).toBe('true')
    await breath()
    const [again, , get] = callsOf(await runtime('either', last().cmi))
    again!('')
    for (const [name, value] of said) if (said === fresh || !name.startsWith('cmi.interactions')) expect(get!(name)).toBe(value)
    // In 1.2 nobody may read what a question was answered with, only how many there are.
    expect(get!('cmi.interactions._count')).toBe('1')
  })

  it('without the one value that the runtime does not take', async () => {
    const cmi = { 'cmi.interactions.0.id': 'q1', 'cmi.interactions.0.latency': 'soon', 'cmi.interactions.1.id': 'q2', 'cmi.suspend_data': 'where I was' }
    for (const standard of ['scorm12', 'scorm2004'] as const) {
      const { old: api12, fresh: api2004 } = await runtime(standard, cmi)
      const get = (name: string) => (standard === 'scorm12' ? api12.LMSGetValue! : api2004.GetValue!)(name)
      if (standard === 'scorm12') api12.LMSInitialize!('')
      else api2004.Initialize!('')
      expect([get('cmi.interactions._count'), get('cmi.suspend_data'), get('cmi.launch_data')]).toEqual(['2', 'where I was', 'a=1'])
    }
  })
})

it('taking one away leaves the one that came after it', async () => {
  const target: ApiWindow = {}
  const given = { item, cmi: {}, finished: false, learner: { id: '7', name: 'x' }, neighbours: { next: false, previous: false }, mayGo: () => false, onTouch: vi.fn(), onEnd: vi.fn(), onValues: vi.fn() }
  const first = await exposeRuntime(target, 'scorm12', given)
  await exposeRuntime(target, 'scorm12', given)
  const { API } = target
  first()
  expect(target.API).toBe(API)
})
