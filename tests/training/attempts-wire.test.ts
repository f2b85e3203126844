import { expect, it } from 'vitest'
import { wireSwitches } from '@/lib/training/attempts-wire'

it.each([
  [{ switchScreenType: 4, switchScreenNumber: 5, switchScreenTime: null, switchTime: 900 }, { rule: 'count', countAllowed: 5, exhausted: null }],
  [{ switchScreenType: 4, switchScreenNumber: '', switchScreenTime: 60, switchTime: 61 }, { rule: 'time', secondsAllowed: 60, exhausted: 'time' }],
  [{ switchScreenType: 4, switchScreenNumber: 5, switchScreenTime: 0 }, { rule: 'both', exhausted: null }],
  [{ switchScreenType: 4, switchScreenNumber: 5, switchScreenTime: 60 }, { rule: 'both', countAllowed: 5, secondsAllowed: 60, exhausted: null }],
  [{ switchScreenType: 4 }, { rule: 'none', exhausted: null }],
  [{ switchScreenType: 3, switchNumber: 9, switchTime: 900 }, { rule: 'none', exhausted: null }],
  [{ switchScreenType: 2, switchNumber: 9, switchTime: 900 }, { rule: 'none', exhausted: null }],
  [{ switchScreenType: 7, switchScreenNumber: 5, switchScreenTime: 60 }, { rule: 'none', exhausted: null }],
])('leaving the page is limited only by the figures that are given: %j', (sent, read) => {
  expect(wireSwitches.parse({ switchNumber: 0, switchTime: 0, ...sent })).toMatchObject(read)
})
