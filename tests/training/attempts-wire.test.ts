import { expect, it } from 'vitest'
import { wireStart, wireSwitches } from '@/lib/training/attempts-wire'

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

it.each([[{}], [{ questionId: null }], [{ questionId: '' }]])('a stored answer that names no question, %j, is left out, and the paper opens with the others', (nameless) => {
  const sent = { answerId: 1, instanceId: 2, examAnswerUserRelationList: [{ questionId: 11, resultIds: '111' }, { ...nameless, resultIds: '112', seq: 3 }, { questionId: 12, resultIds: '121&122', seq: 4 }] }
  expect(wireStart.parse(sent)).toMatchObject({ answers: { 11: ['111'], 12: ['121', '122'] }, answerSeqs: { 12: 4 } })
  expect(Object.keys(wireStart.parse(sent).answers)).toEqual(['11', '12'])
})
