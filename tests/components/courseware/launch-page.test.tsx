// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LaunchPage } from '@/components/courseware/launch-page'
import type { ApiWindow } from '@/components/courseware/scorm-runtime'
import type { LaunchItem, LaunchView } from '@/lib/domain/courseware'
import { show } from '../../support/render'

const item = (id: string): LaunchItem => ({ id, title: id, href: `${id}.html`, tracked: true, visible: true, masteryScore: null, completionThreshold: null, passingScore: null, launchData: '', maxTime: '', timeLimitAction: '' })
const launchOf = (ids: string[], state: LaunchView['state']): LaunchView => ({
  package: { standard: 'scorm12', title: 'x', choice: true, flow: true, items: ids.map(item) }, state, savedAt: 0, savedSeq: 0, seq: 1, serverNow: 0,
  learner: { id: '1', name: '李明' }, appOrigin: 'https://train.example', keptKey: 'k',
})
let told: unknown[] = []
/** How the files of the package answer; 200 where nothing is said. */
let files = new Map<string, number>()
beforeEach(() => {
  told = []
  files = new Map()
  vi.spyOn(window.parent, 'postMessage').mockImplementation((message: unknown) => void told.push((message as { courseware: string }).courseware))
  vi.stubGlobal('fetch', vi.fn(async (address: string) => {
    const status = files.get(/\/p\/(\w+)\.html$/.exec(address)?.[1] ?? '') ?? 200
    return status > 0 ? Response.json({ answer: 'kept' }, { status }) : Promise.reject(new TypeError('network'))
  }))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('a package with a part that is named %s is opened, part by part', async (id) => {
  show(<LaunchPage launch={launchOf(['a', id], { current: null, items: { a: { cmi: { 'cmi.core.lesson_status': 'passed' }, finished: true } } })} />)
  expect((await screen.findByTitle('a')).tagName).toBe('IFRAME')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['1. a · 已通过', `2. ${id}`])
  fireEvent.change(screen.getByRole('combobox'), { target: { value: id } })
  expect((await screen.findByTitle(id)).tagName).toBe('IFRAME')
})

it.each([[true, 'true'], [false, 'false']])('a package whose parts may be chosen (%s) is told so of each', async (choice, mayChoose) => {
  const launch = launchOf(['a', 'b'], { current: null, items: {} })
  show(<LaunchPage launch={{ ...launch, package: { ...launch.package, standard: 'scorm2004', choice } }} />)
  await screen.findByTitle('a')
  const api = (window as ApiWindow).API_1484_11!
  api.Initialize!('')
  expect(['choice.{target=b}', 'jump.{target=b}', 'choice.{target=c}', 'jump.{target=c}'].map((asked) => api.GetValue!(`adl.nav.request_valid.${asked}`))).toEqual([mayChoose, 'true', 'false', 'false'])
})

it('the parts stand in the list as what is asked for judges them, also before they end', async () => {
  const launch = launchOf(['a', 'b'], { current: null, items: { b: { cmi: { 'cmi.completion_status': 'incomplete', 'cmi.progress_measure': '0.8' }, finished: false } } })
  show(<LaunchPage launch={{ ...launch, package: { ...launch.package, standard: 'scorm2004', items: launch.package.items.map((one) => ({ ...one, completionThreshold: 0.8 })) } }} />)
  await screen.findByTitle('a')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['1. a', '2. b · 已完成'])
})

it.each([[404, 'missing'], [410, 'missing'], [502, 'failed'], [0, 'failed']])('a package whose file answers %i is never ready: %s', async (status, word) => {
  files.set('a', status)
  show(<LaunchPage launch={launchOf(['a'], { current: null, items: {} })} />)
  await vi.waitFor(() => expect(told).toEqual([word]), { timeout: 10_000 })
  expect([screen.queryByTitle('a'), (window as ApiWindow).API]).toEqual([null, undefined])
})

it('a part whose file does not come leaves the way to the others', async () => {
  files.set('b', 404)
  show(<LaunchPage launch={launchOf(['a', 'b', 'c'], { current: null, items: {} })} />)
  expect(await screen.findByTitle('a')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '下一部分' }))
  expect((await screen.findByRole('alert')).textContent).toBe('课件打开失败')
  fireEvent.click(screen.getByRole('button', { name: '下一部分' }))
  expect(await screen.findByTitle('c')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  // Nobody studies a part that is not there.
  expect(told).toEqual(['ready', 'ended', 'ready'])
})

it('a part whose file does not come is asked for once more at a press', async () => {
  files.set('b', 502)
  show(<LaunchPage launch={launchOf(['a', 'b'], { current: null, items: {} })} />)
  expect(await screen.findByTitle('a')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '下一部分' }))
  expect((await screen.findByRole('alert')).textContent).toBe('课件打开失败')
  files.delete('b')
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByTitle('b')).toBeTruthy()
  expect(told).toEqual(['ready', 'ended', 'ready'])
})

it('a package that has ended itself is opened again where it was', async () => {
  const launch = launchOf(['a'], { current: null, items: {} })
  show(<LaunchPage launch={{ ...launch, package: { ...launch.package, standard: 'scorm2004' } }} />)
  await screen.findByTitle('a')
  const api = () => (window as ApiWindow).API_1484_11!
  api().Initialize!('')
  api().SetValue!('cmi.location', 'page3')
  api().SetValue!('adl.nav.request', 'suspendAll')
  api().Terminate!('')
  fireEvent.click(await screen.findByRole('button', { name: '重新打开' }))
  expect(await screen.findByTitle('a')).toBeTruthy()
  expect(api().Initialize!('')).toBe('true')
  expect(api().GetValue!('cmi.location')).toBe('page3')
  expect(told.filter((word) => word === 'ready' || word === 'ended')).toEqual(['ready', 'ended', 'ready'])
})

it.each([['a film that plays', false, ['touch']], ['music that plays round and round', true, []]])('%s in a package: is somebody there?', async (_name, loop, signs) => {
  show(<LaunchPage launch={launchOf(['a'], { current: null, items: {} })} />)
  const frame = await screen.findByTitle('a')
  // jsdom loads no file into a frame: the window of an empty one stands for the package's.
  const inside = document.body.appendChild(document.createElement('iframe')).contentWindow!
  Object.defineProperty(frame, 'contentWindow', { value: inside })
  const film = inside.document.body.appendChild(inside.document.createElement('video'))
  film.loop = loop
  fireEvent.load(frame)
  film.dispatchEvent(new Event('timeupdate'))
  film.dispatchEvent(new Event('timeupdate'))
  expect(told.filter((word) => word === 'touch')).toEqual(signs)
})

it('the step at the end of a package says so, and keeps the focus of who came there by it', async () => {
  show(<LaunchPage launch={launchOf(['a', 'b'], { current: null, items: {} })} />)
  await screen.findByTitle('a')
  const next = screen.getByRole<HTMLButtonElement>('button', { name: '下一部分' })
  fireEvent.click(next)
  await screen.findByTitle('b')
  // One that is natively disabled has no focus in a browser.
  expect([next.isConnected, next.disabled, next.getAttribute('aria-disabled')]).toEqual([true, false, 'true'])
  fireEvent.click(next)
  expect(screen.getByTitle('b')).toBeTruthy()
})

it('a hidden part is called by its name while it is open, so that each of the others can be chosen by its own number', async () => {
  const launch = launchOf(['a', 'b', 'c'], { current: 'b', items: {} })
  const items = launch.package.items.map((one) => ({ ...one, visible: one.id !== 'b' }))
  show(<LaunchPage launch={{ ...launch, package: { ...launch.package, items } }} />)
  await screen.findByTitle('b')
  const picker = screen.getByRole<HTMLSelectElement>('combobox')
  expect([picker.value, [...picker.options].map(({ text }) => text)]).toEqual(['b', ['1. a', 'b', '2. c']])
  fireEvent.change(picker, { target: { value: 'a' } })
  await screen.findByTitle('a')
  expect([...picker.options].map(({ text }) => text)).toEqual(['1. a', '2. c'])
})
