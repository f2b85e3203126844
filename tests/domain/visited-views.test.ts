import { describe, expect, it } from 'vitest'
import { closeView, MOST_VIEWS, pinView, readViews, viewBeside, visit, type VisitedView } from '@/lib/domain/visited-views'

const view = (path: string, pinned = false): VisitedView => ({ path, title: path, pinned })
const paths = (views: VisitedView[]) => views.map(({ path }) => path)

describe('visited pages', () => {
  it('are remembered once, with the newest address and title', () => {
    const once = visit([], { path: '/myCurriculum', title: 'mine' })
    const twice = visit(once, { path: '/myCurriculum?page=2&state=failed', title: '' })
    expect(twice).toEqual([{ path: '/myCurriculum?page=2&state=failed', title: 'mine', pinned: false }])
    expect(paths(visit(twice, { path: '/CurriculumDetil?id=1', title: 'a' }))).toHaveLength(2)
    expect(visit(visit([], { path: '/CurriculumDetil?id=1', title: 'a' }), { path: '/CurriculumDetil?id=2&title=x', title: 'b' })).toHaveLength(2)
  })

  it.each([
    ['/ResultTest?examPlanId=1&instanceId=2&examType=3', '/ResultTest?examPlanId=1&instanceId=3&examType=3'],
    ['/ZuoDaXiangQing?examPlanId=1&instanceId=2', '/ZuoDaXiangQing?examPlanId=2&instanceId=3'],
    ['/ZuoDaXiangQingFZ?examPlanId=1&instanceId=2', '/ZuoDaXiangQingFZ?examPlanId=1&instanceId=3'],
    ['/StudyTime?courseId=1', '/StudyTime?courseId=2'], ['/StudyTime?planId=1', '/StudyTime?planId=2'],
    ['/BrushRecord?hour=00&drawId=1', '/BrushRecord?hour=00&drawId=2'], ['/BrushRecord?endedAt=2026-03-05T10:00:00Z', '/BrushRecord?endedAt=2026-03-05T11:00:00Z'],
  ])('are two where they show two things: %s, %s', (one, other) => {
    const pinned = pinView(visit([], { path: one, title: 'one' }), one, true)
    expect(paths(visit(pinned, { path: other, title: 'other' }))).toEqual([one, other])
  })

  it('keep the language of their title, until they are called anew in another', () => {
    const japanese = visit([], { path: '/Home', title: 'ホーム', locale: 'ja' })
    expect(visit(japanese, { path: '/Home', title: '', locale: 'en' })).toEqual(japanese)
    const english = visit(japanese, { path: '/Home', title: 'Home', locale: 'en' })
    expect(readViews(JSON.parse(JSON.stringify(english)))).toEqual([{ path: '/Home', title: 'Home', locale: 'en', pinned: false }])
    expect(readViews([{ path: '/a', title: 'A', locale: 'xx' }])).toEqual([{ path: '/a', title: 'A', pinned: false }])
  })

  it('are so many, and the oldest that is not pinned goes', () => {
    let views: VisitedView[] = [view('/p', true)]
    for (let n = 0; n <= MOST_VIEWS; n += 1) views = visit(views, { path: `/v${n}`, title: '' })
    expect(views).toHaveLength(MOST_VIEWS + 1)
    expect(paths(views).slice(0, 2)).toEqual(['/p', '/v1'])
  })

  it('stand first when pinned, and then cannot be closed', () => {
    const pinned = pinView([view('/a'), view('/b')], '/b', true)
    expect(paths(pinned)).toEqual(['/b', '/a'])
    expect(closeView(pinned, '/b')).toEqual(pinned)
    expect(paths(closeView(pinView(pinned, '/b', false), '/b'))).toEqual(['/a'])
  })

  it('give way to the next, else the one before', () => {
    expect(viewBeside([view('/a'), view('/b')], '/a')?.path).toBe('/b')
    expect(viewBeside([view('/a'), view('/b')], '/b')?.path).toBe('/a')
    expect(viewBeside([view('/a')], '/a')).toBeNull()
  })

  it('that were stored are believed only when they lead inside', () => {
    expect(readViews('x')).toEqual([])
    expect(readViews([null, 7, { path: '//evil', title: '' }, { path: 'javascript:1', title: '' }, { path: '/a', title: 3 }, { path: '/a', title: 'A', pinned: 'yes' }])).toEqual([{ path: '/a', title: 'A', pinned: false }])
  })
})
