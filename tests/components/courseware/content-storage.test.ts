// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { contentStorage } from '@/components/courseware/content-storage'

const ROOM = 1_100
const put = Storage.prototype.setItem
/** A browser that keeps so many characters and no more. */
beforeEach(() => {
  localStorage.clear()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string, value: string) {
    const others = Object.keys(this).filter((one) => one !== key).reduce((sum, one) => sum + (this.getItem(one)?.length ?? 0), 0)
    if (others + value.length > ROOM) throw new DOMException('full', 'QuotaExceededError')
    put.call(this, key, value)
  })
})
afterEach(() => vi.restoreAllMocks())

const state = (savedAt: number, isSent: boolean | undefined) => JSON.stringify({ savedAt, isSent, current: 'a', items: { a: { changes: { 'cmi.suspend_data': 'x'.repeat(150) }, finished: false } } })
const keys = () => Object.keys(localStorage).sort()

it('where there is no room the oldest states give way that nothing of is to be sent, and no more than needed', () => {
  for (const [name, savedAt, isSent] of [['young', 9, true], ['old', 2, true], ['unsent', 1, false], ['earlier', 1, undefined]] as const) expect(contentStorage.write(`courseware:${name}`, state(savedAt, isSent))).toBe(true)
  expect(contentStorage.write('courseware:new', state(10, true))).toBe(true)
  expect(keys()).toEqual(['courseware:earlier', 'courseware:new', 'courseware:unsent', 'courseware:young'])
  expect(contentStorage.read('courseware:new')).toBe(state(10, true))
})

it('where nothing may give way, what is not kept is said, and all stays as it was', () => {
  for (const name of ['a', 'b', 'c', 'd']) contentStorage.write(`courseware:${name}`, state(1, false))
  contentStorage.write('other', 'x')
  expect(contentStorage.write('courseware:new', state(10, true))).toBe(false)
  // Its own earlier state stays too.
  expect(contentStorage.write('courseware:a', 'x'.repeat(ROOM))).toBe(false)
  expect(keys()).toEqual(['courseware:a', 'courseware:b', 'courseware:c', 'courseware:d', 'other'])
})

it('where what may give way is not enough, all stays as it was', () => {
  contentStorage.write('courseware:sent', state(1, true))
  for (const name of ['a', 'b', 'c']) contentStorage.write(`courseware:${name}`, state(1, false))
  for (let time = 0; time < 3; time += 1) expect(contentStorage.write('courseware:new', 'x'.repeat(ROOM / 2))).toBe(false)
  expect(keys()).toEqual(['courseware:a', 'courseware:b', 'courseware:c', 'courseware:sent'])
  expect(contentStorage.read('courseware:sent')).toBe(state(1, true))
})

it('a browser that refuses for another reason is not emptied', () => {
  for (const [at, name] of ['a', 'b', 'c'].entries()) contentStorage.write(`courseware:${name}`, state(at + 10, true))
  // It refuses whatever comes, also what would be put back.
  vi.mocked(Storage.prototype.setItem).mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })
  for (let time = 0; time < 3; time += 1) expect(contentStorage.write('courseware:n', state(10, true))).toBe(false)
  expect(keys()).toEqual(['courseware:a', 'courseware:b', 'courseware:c'])
})
