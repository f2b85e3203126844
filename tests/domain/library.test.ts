import { describe, expect, it } from 'vitest'
import { cardBadge } from '@/lib/domain/cards'
import { chosenTags, isNarrowed, libraryQuery, librarySorts, TAG_GROUPS, withTag } from '@/lib/domain/library'
import { libraryInput } from '@/lib/domain/library-input'

const beginning = { name: '', sort: 'comprehensive', tags: [null, null, null, null, null], page: 1, size: 8 } as const
const view = { ...beginning, tags: [...beginning.tags] }

describe('the address of a library', () => {
  it('begins with everything, in the comprehensive order', () => {
    expect(libraryInput.parse({})).toEqual(beginning)
    expect(libraryQuery(view)).toEqual({})
    expect(librarySorts).toEqual(['comprehensive', 'praise', 'popularity', 'latest'])
  })

  it('says search, order, tags, page and size, and is understood again', () => {
    const other = { name: '电工', sort: 'praise', tags: ['6101', null, null, null, '6181'], page: 3, size: 16 } as const
    const query = libraryQuery({ ...other, tags: [...other.tags] })
    expect(query).toEqual({ name: '电工', sort: 'praise', tag1: '6101', tag5: '6181', page: 3, size: 16 })
    expect(libraryInput.parse(query)).toEqual(other)
  })

  it.each([{ sort: 'price', tag1: 'a b', page: '0', size: '9' }, { sort: ['latest', 'praise'], tag2: ['1', '2'], name: ['a'] }, { tag6: '1', tag3: '' }, { tag1: 'abc', tag2: '12345678901234567890', tag3: '-1', tag4: '0', tag5: '6_1' }])('%j is the beginning', (given) => {
    expect(libraryInput.parse(given)).toEqual(beginning)
  })
})

describe('the tags of a library', () => {
  it('are chosen one of a group; another choice begins on page 1 and keeps order, word and size', () => {
    const there = { ...view, name: '电工', sort: 'latest', page: 4, size: 32 } as const
    const one = withTag(there, 1, '6122')
    expect(one).toEqual({ ...there, page: 1, tags: [null, '6122', null, null, null] })
    expect(withTag(one, 1, '6123').tags).toEqual([null, '6123', null, null, null])
    expect(withTag(withTag(one, 0, '6101'), 1, null).tags).toEqual(['6101', null, null, null, null])
    expect(one.tags).toHaveLength(TAG_GROUPS)
  })

  it('and a word narrow it, an order does not', () => {
    expect(isNarrowed({ ...view, sort: 'latest', page: 2 })).toBe(false)
    expect(isNarrowed({ ...view, name: '电工' })).toBe(true)
    expect(isNarrowed(withTag(view, 0, '6101'))).toBe(true)
    expect(chosenTags(withTag(withTag(view, 0, '6101'), 4, '6181'))).toBe(2)
  })
})

describe('a card in a library', () => {
  it.each(['none', 'learning', 'completed', 'failed', 'expired'] as const)('wears %s', (state) => expect(cardBadge(state, true)).toBe(state))
  it('wears nothing the platform does not name', () => expect(cardBadge('unknown', true)).toBeNull())
})
