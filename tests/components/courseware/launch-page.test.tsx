// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LaunchPage } from '@/components/courseware/launch-page'
import type { LaunchItem, LaunchView } from '@/lib/domain/courseware'
import { show } from '../../support/render'

const item = (id: string): LaunchItem => ({ id, title: id, href: 'index.html', tracked: true, visible: true, masteryScore: null, completionThreshold: null, passingScore: null, launchData: '', maxTime: '', timeLimitAction: '' })
const launchOf = (ids: string[], state: LaunchView['state']): LaunchView => ({
  package: { standard: 'scorm12', title: 'x', choice: true, flow: true, items: ids.map(item) }, state, savedAt: 0, savedSeq: 0, seq: 1, serverNow: 0,
  learner: { id: '1', name: '李明' }, appOrigin: 'https://train.example', keptKey: 'k',
})
beforeEach(() => {
  vi.spyOn(window.parent, 'postMessage').mockReturnValue(undefined)
  vi.stubGlobal('fetch', vi.fn(async () => Response.json({ answer: 'kept' })))
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
