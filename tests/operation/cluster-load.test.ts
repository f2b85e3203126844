import { expect, it } from 'vitest'
import { answersAgainst, cacheFaults, notesAgainst } from '@/scripts/cluster/load.mjs'

it('acknowledged notes and answers that are not there, or there twice, are faults', () => {
  const taker = { account: 'learner001', written: ['one', 'two', 'three'], acked: new Map([['9', '1&2'], ['10', '3']]) }
  expect(notesAgainst(taker, [{ text: 'one' }, { text: 'two' }, { text: 'two' }])).toEqual(['learner001: the note two is there 2 times', 'learner001: the note three is there 0 times'])
  expect(answersAgainst(taker, new Map([['9', '1&2'], ['10', '4']]))).toEqual(['learner001: the answer to 10 is 4, not 3'])
})

it('a cache in front out of which few pages come is a fault', () => {
  expect(cacheFaults({ visits: 20, hits: 12 })).toEqual([])
  expect(cacheFaults({ visits: 20, hits: 3 })).toEqual(['3 of 20 public pages came out of the cache in front'])
})
