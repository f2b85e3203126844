import { describe, expect, it } from 'vitest'
import { collectionInput, favouriteInput } from '@/lib/domain/favourites-input'
import { centreTabOf, centreTabs } from '@/lib/domain/personal-centre'
import { routes } from '@/lib/routes'

describe('the personal centre', () => {
  it('has nine entries in the specified order', () => {
    expect(centreTabs).toEqual(['learningData', 'messages', 'classes', 'collection', 'certificates', 'mistakes', 'learningPaths', 'postMaps', 'profile'])
  })

  it.each([
    [{}, 'learningData'], [{ thisId: '0' }, 'learningData'], [{ thisId: '1' }, 'messages'], [{ thisId: '2' }, 'profile'], [{ thisId: '3' }, 'learningData'], [{ thisId: '5' }, 'learningData'], [{ thisId: 'x' }, 'learningData'], [{ thisId: 'constructor' }, 'learningData'],
    [{ thisId: ['1', '2'] }, 'learningData'], [{ tab: 'collection' }, 'collection'], [{ tab: 'nowhere' }, 'learningData'], [{ tab: ['collection'] }, 'learningData'], [{ thisId: '1', tab: 'collection' }, 'messages'],
  ] as const)('%j opens %s', (query, tab) => {
    expect(centreTabOf(query as Record<string, string>)).toBe(tab)
  })

  it.each(centreTabs)('%s has an address that opens it', (tab) => {
    const address = new URL(routes.personalCentre(tab), 'http://localhost')
    expect(address.pathname).toBe('/MyStudy')
    expect(centreTabOf(Object.fromEntries(address.searchParams))).toBe(tab)
  })

  it('names the collection of plans in the address', () => {
    expect(routes.personalCentre('collection', { kind: 'plan' })).toBe('/MyStudy?tab=collection&kind=plan')
    expect(routes.personalCentre()).toBe('/MyStudy')
  })
})

describe('the address of my collection', () => {
  it.each([[{}, 'course'], [{ kind: 'plan' }, 'plan'], [{ kind: 'exam' }, 'course'], [{ kind: ['plan'] }, 'course']] as const)('%j shows %s', (query, kind) => {
    expect(collectionInput.parse(query).kind).toBe(kind)
  })
  it('and its door take a course or a plan', () => {
    expect(favouriteInput.safeParse({ kind: 'plan', id: '5001' }).success).toBe(true)
    expect(favouriteInput.safeParse({ kind: 'exam', id: '5001' }).success).toBe(false)
  })
})
