// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { BasicData } from '@/components/learner/basic-data'
import { LevelCard } from '@/components/rankings/level-card'
import { LevelLadder } from '@/components/rankings/level-ladder'
import LevelsDialog from '@/components/rankings/levels-dialog'
import PointsDialog from '@/components/rankings/points-dialog'
import { RankingList } from '@/components/rankings/ranking-list'
import { RankingView } from '@/components/rankings/ranking-view'
import { rankingOf, type RankingRow } from '@/lib/domain/rankings'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined }) }))

const row = (rank: number): RankingRow => ({ learnerId: String(rank), name: `学员${rank}`, workNumber: `A${rank}`, avatarUrl: null, value: 100 - rank, rank })
const rows = Array.from({ length: 10 }, (_, index) => row(index + 1))
const texts = () => screen.getAllByRole('listitem').map((item) => item.textContent)

describe('a ranking', () => {
  it('shows medals for three, numbers after them, and the own place below', () => {
    show(<RankingList ranking={rankingOf(rows, row(14), '14')} metric="hours" label="学时排行" />)
    expect(screen.getAllByRole('img', { name: /^第 [123] 名$/ })).toHaveLength(3)
    expect(texts()).toHaveLength(11)
    expect(texts().at(-1)).toContain('学员14（我）A14')
    expect(texts().at(-1)).toContain('86 学时')
    expect(screen.getAllByRole('listitem').at(-1)!.getAttribute('aria-current')).toBe('true')
  })

  it('has an ellipsis before the own place, also when it is the eleventh or has no number', () => {
    const gaps = () => screen.getAllByRole('listitem', { hidden: true }).filter(({ className }) => className === 'gap').length
    show(<RankingList ranking={rankingOf(rows, row(11), '11')} metric="hours" label="学时排行" />)
    expect([gaps(), texts().at(-1)]).toEqual([1, expect.stringContaining('学员11（我）')])
    cleanup()
    show(<RankingList ranking={rankingOf(rows, { ...row(14), rank: 0 }, '14')} metric="hours" label="学时排行" />)
    expect([gaps(), texts().at(-1)]).toEqual([1, expect.stringContaining('学员14（我）')])
    expect(texts().at(-1)).not.toContain('0 名')
    cleanup()
    show(<RankingList ranking={rankingOf(rows, { ...row(14), rank: 0 }, '14')} metric="hours" label="学时排行" count={6} compact />)
    expect(texts().at(-1)).not.toContain('NO.')
  })

  it('beside a course has six rows and the own place as NO.n', () => {
    show(<RankingList ranking={rankingOf(rows, row(8), '8')} metric="hours" label="学时排行" count={6} compact />)
    expect(texts()).toHaveLength(7)
    expect(texts().at(-1)).toContain('NO.8')
  })

  it('of nobody has no first, whatever place the platform gives the learner', () => {
    show(<RankingView target={{ scope: 'course', id: '3001' }} name="低压电工作业安全" hours={rankingOf([], { ...row(1), value: 0 }, '1')} />)
    expect(screen.getByText('还没有人上榜').parentElement!.textContent).toContain('空空如也')
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  it('says when there is no own place', () => {
    show(<RankingList ranking={rankingOf(rows, null, '99')} metric="points" label="积分排行" />)
    expect(texts().at(-1)).toBe('您还没有名次')
  })

  it('of mistakes has no line about who is not in it', () => {
    show(<RankingList ranking={rankingOf(rows, null, '99')} metric="mistakes" label="错题排行" />)
    expect(texts()).toHaveLength(10)
    expect(texts()[0]).toContain('99 道错题')
  })
})

describe('what explains levels and points', () => {
  it('claims nothing of levels that could not be read', () => {
    show(<LevelCard levels={[]} levelId={5} levelName="江湖大侠" points={1275} />)
    expect(screen.getByRole('button').textContent).toContain('1,275 积分')
    expect(screen.queryByText('已达到最高等级')).toBeNull()
    cleanup()
    show(<LevelsDialog levels={[]} levelId={5} onClose={() => undefined} />)
    expect(screen.getByText('等级加载失败')).toBeTruthy()
  })

  it('calls a level that is none of those there are neither the highest nor a place among them', () => {
    const levels = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, name: `等级${index + 1}`, pointsNeeded: index * 100 }))
    const told = (levelId: number) => {
      show(<><LevelCard levels={levels} levelId={levelId} levelName="x" points={1275} /><LevelLadder levels={levels} levelId={levelId} points={1275} /></>)
      const seen = [screen.queryByText('已达到最高等级') !== null, screen.queryByRole('list') !== null, document.querySelectorAll('button img').length]
      cleanup()
      return seen
    }
    expect([told(77), told(10)]).toEqual([[false, false, 0], [true, true, 1]])
  })

  it('names the next level in its own language', () => {
    show(<LevelCard levels={[{ id: 1, name: '初入江湖', pointsNeeded: 0 }, { id: 2, name: '江湖新秀', pointsNeeded: 100 }]} levelId={1} levelName="初入江湖" points={40} />, 'en')
    expect([screen.getByText('江湖新秀').lang, screen.getByText('江湖新秀').parentElement!.textContent]).toEqual(['zh-Hans', '60 more to become 江湖新秀'])
  })

  it('lists ten levels with their badge, name and points', () => {
    const levels = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, name: `等级${index + 1}`, pointsNeeded: index * 100 }))
    const close = vi.fn()
    show(<LevelsDialog levels={levels} levelId={4} onClose={close} />)
    expect(texts()).toHaveLength(10)
    expect(texts()[3]).toBe('等级4当前等级至少 300 积分')
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    expect(close).toHaveBeenCalled()
  })

  it('says what earns points', () => {
    show(<PointsDialog onClose={() => undefined} />)
    expect(texts()).toEqual(['通过一个小节+5', '通过一场考试+10', '完成一门课程+20', '完成一个培训计划+50'])
  })
})

describe('basic data', () => {
  it('has eight figures, also when the unread messages could not be read', () => {
    const summary = { name: '李明', department: '检修部', avatarUrl: null, level: { id: 5, name: '江湖大侠' }, points: 1275, credits: 45, hours: 183.1, courses: 25, plans: 9, exams: 23, classes: 2 }
    show(<BasicData summary={summary} unread={null} />)
    expect(texts()).toEqual(['学分45', '学时183.1', '积分1,275', '参加课程25', '参加计划9', '可参加考试23', '加入班级2', '未读消息–'])
    expect(within(screen.getByRole('list')).getAllByRole('link').length).toBeGreaterThanOrEqual(6)
  })
})
