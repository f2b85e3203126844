import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { homeNotices } from '@/lib/domain/notices'
import { listBanners, listFloors, listInProgress } from '@/lib/training/home'
import { noticeOf } from '@/lib/request/seen-notices'
import { listNotices } from '@/lib/training/notices'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const answerWith = (path: string, data: unknown) => platform.server.use(http.get(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))

describe('banners', () => {
  it('lead to plans, courses and links of the tenant', async () => {
    const banners = await listBanners(await platform.learner('liming', 82))
    for (const kind of ['plan', 'course', 'link']) expect(banners.filter(({ target }) => target?.kind === kind)).toHaveLength(2)
    expect(banners.every(({ pictureUrl }) => pictureUrl.startsWith('/api/public/files/'))).toBe(true)
  })

  it('number plan and course the other way round than everything else, and follow no dangerous link', async () => {
    const picture = '/train/file/banner/a.svg'
    answerWith('train/app/banner/getBannerAllList', [
      { id: 1, pictureUrl: picture, contentType: 1, contentId: 5 },
      { pictureUrl: picture, contentType: '2', contentId: '6', title: '课程' },
      { id: 3, pictureUrl: picture, contentType: 3, forwardUrl: 'javascript:alert(1)' },
      { id: 4, pictureUrl: picture, contentType: 3, forwardUrl: 'https://example.org/a' },
      { id: 5, pictureUrl: picture, contentType: 9, contentId: 5 },
      { id: 6, pictureUrl: 'https://elsewhere.example/a.png', contentType: 1, contentId: 5 },
    ])
    const banners = await listBanners(await platform.learner('liming', 82))
    expect(banners.map(({ id, target }) => ({ id, target }))).toEqual([
      { id: '1', target: { kind: 'plan', id: '5' } },
      { id: 'at-1', target: { kind: 'course', id: '6' } },
      { id: '3', target: null },
      { id: '4', target: { kind: 'link', href: 'https://example.org/a' } },
      { id: '5', target: null },
    ])
  })
})

describe('floors', () => {
  it('are of every kind in tenant 82', async () => {
    const floors = await listFloors(await platform.learner('liming', 82))
    expect(new Set(floors.map(({ kind }) => kind))).toEqual(new Set(['grid', 'featuredPlan', 'banner']))
    expect(floors.every(({ tiles }) => tiles.length > 0)).toBe(true)
    expect(floors[0]!.more).toMatchObject({ href: '/Curriculum' })
  })

  it('of an unknown kind and without tiles are left out; an unsafe right link is none', async () => {
    answerWith('train/app/floor/getFloorAllList', [
      { floorType: 7, leftTitle: '新', items: [{ positionContent: '甲', contentType: 1, contentId: 1 }] },
      { floorType: 1, leftTitle: '空', items: null },
      { floorType: 2, leftTitle: '有', rightTitle: '更多', rightTitleUrl: '//evil.example', items: { positionContent: '甲', contentType: 2, contentId: 3 } },
    ])
    expect(await listFloors(await platform.learner('liming', 82))).toEqual([
      { kind: 'grid', title: '有', more: null, tiles: [{ pictureUrl: null, title: '甲', target: { kind: 'course', id: '3' } }] },
    ])
  })
})

describe('what one has begun', () => {
  it('is of every kind for the everyday learner and nothing for a new one', async () => {
    const begun = await listInProgress(await platform.learner('liming', 82))
    expect(begun.length).toBeGreaterThanOrEqual(4)
    expect(begun.map(({ name }) => name)).toContain('低压电工作业安全')
    for (const item of begun) expect(item.sectionsDone).toBeLessThanOrEqual(item.sectionsTotal)
    expect(await listInProgress(await platform.learner('wangfang', 82))).toEqual([])
  })

  it('is an exam when it is neither course nor plan', async () => {
    answerWith('train/app/haveInHand/haveInHandByUid', [
      { id: 1, curriculumId: 11, name: '甲', numSection: '2', sumSection: 6, studyProcess: '33%', contentState: 1 },
      { id: 2, curriculumId: 12, name: '乙', numSection: 0, sumSection: 0, studyProcess: '', contentState: 2 },
      { id: 3, name: '丙', contentState: 8 },
    ])
    expect(await listInProgress(await platform.learner('liming', 82))).toEqual([
      { kind: 'course', id: '11', name: '甲', sectionsDone: 2, sectionsTotal: 6, progressPercent: 33 },
      { kind: 'plan', id: '12', name: '乙', sectionsDone: 0, sectionsTotal: 0, progressPercent: 0 },
      { kind: 'exam', id: '3', name: '丙', sectionsDone: 0, sectionsTotal: 0, progressPercent: 0 },
    ])
  })
})

describe('notices', () => {
  it('are the released ones, newest first, also for visitors', async () => {
    const notices = await listNotices(platform.visitor(82))
    const times = notices.map(({ publishedAt }) => Date.parse(publishedAt!))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(new Set(notices.map(({ kind }) => kind))).toEqual(new Set(['news', 'announcement', 'processUpdate']))
    const raw = await platform.api().visitor(82).get<{ id: number; releaseStatus: number }[]>('/train/app/notice/getAllNotice')
    const drafts = raw.data.filter(({ releaseStatus }) => releaseStatus !== 1).map(({ id }) => String(id))
    expect(notices.filter(({ id }) => drafts.includes(id))).toEqual([])
    for (const id of drafts) expect(await noticeOf('82', id)).toBeNull()
  })

  it('show on home only where they are meant to, six of them', async () => {
    const notices = await listNotices(platform.visitor(82))
    expect(notices.some(({ shownOn }) => shownOn === 'newsPage')).toBe(true)
    const shown = homeNotices(notices)
    expect(shown).toHaveLength(6)
    expect(shown.every(({ shownOn }) => shownOn === 'home' || shownOn === 'both')).toBe(true)
  })

  it('come out harmless, whatever their author pasted', async () => {
    const raw = await platform.api().visitor(82).get<{ id: number; noticeContent: string; releaseStatus: number }[]>('/train/app/notice/getAllNotice')
    const hostile = raw.data.filter(({ noticeContent, releaseStatus }) => releaseStatus === 1 && /<script|onerror|javascript:/i.test(noticeContent))
    expect(hostile.length).toBeGreaterThan(0)
    for (const { id } of hostile) {
      const { content } = (await noticeOf('82', String(id)))!
      expect(content).not.toMatch(/<script|<iframe|<svg|onerror|onload|javascript:/i)
      expect(content).toContain('请各部门按附件要求完成系统升级前的数据核对')
    }
  })

  it('of another tenant do not exist', async () => {
    const [mine] = await listNotices(platform.visitor(82))
    expect(await noticeOf('101', mine!.id)).toBeNull()
  })
})
