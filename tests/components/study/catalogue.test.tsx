// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Catalogue } from '@/components/study/catalogue'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import type { Chapter, Section } from '@/lib/domain/catalogue'
import { findStop, type Player, type PlayerSubject } from '@/lib/domain/player'
import { show } from '../../support/render'

const section = (id: string, name: string, more: Partial<Section> = {}): Section => ({
  id, chapterId: '1', name, kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null,
  resource: { kind: 'video', url: '/x.m3u8', id: '7', captions: [] }, simulation: null, ...more,
})
const chapters: Chapter[] = [
  { id: '1', name: '安全基础', locked: false, sections: [section('11', '用电安全概述', { state: 'passed' }), section('12', '安全规程手册', { locked: true })] },
  { id: '2', name: '结业考核', locked: true, sections: [section('21', '章节测验', { kind: 'exam', resource: null, locked: true })] },
]
const subject: PlayerSubject = {
  kind: 'course', id: '3001', name: '低压电工作业安全', coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 16, learnedHours: 0.4, state: 'inProgress',
  permission: 'allowed', window: 'open',
}
const course: Player = { subject, items: [{ id: null, kind: 'course', targetId: '3001', name: '低压电工作业安全', state: 'unknown', chapters }] }
const plan: Player = {
  subject: { ...subject, kind: 'plan', id: '5001' },
  items: [{ id: '91', kind: 'course', targetId: '3001', name: '低压电工作业安全', state: 'inProgress', chapters }, { id: '92', kind: 'exam', targetId: '8001', name: '入职理论考试', state: 'notStarted', chapters: [] }],
}

const toasts: ToastOrder[] = []
let leave = serveToasts((order) => void toasts.push(order))
afterEach(() => {
  leave()
  toasts.length = 0
  leave = serveToasts((order) => void toasts.push(order))
})

describe('the catalogue of the player', () => {
  it('opens an open section in place', () => {
    const open = vi.fn()
    show(<Catalogue player={course} current={null} onOpen={open} />)
    fireEvent.click(screen.getByRole('link', { name: '用电安全概述' }))
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ name: '用电安全概述' }))
    expect(screen.getByRole('link', { name: '用电安全概述' }).getAttribute('href')).toBe('/StudyDetil?courseId=3001&chapterId=1&sectionId=11')
  })

  it('says at a locked section what opens it, and leads there', () => {
    const open = vi.fn()
    const waiting: Player = { ...course, items: [{ ...course.items[0]!, chapters: [{ ...chapters[0]!, sections: [section('11', '用电安全概述'), section('12', '安全规程手册', { locked: true })] }] }] }
    show(<Catalogue player={waiting} current={null} onOpen={open} />)
    expect(screen.getByText(/先通过/).textContent).toBe('先通过用电安全概述（约 20 分钟）')
    fireEvent.click(screen.getByRole('button', { name: '用电安全概述' }))
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ name: '用电安全概述' }))
  })

  it('leads from what is opened by a locked section to the row of that section, which says what opens it', () => {
    const open = vi.fn()
    const waiting: Player = { ...course, items: [{ ...course.items[0]!, chapters: [{ ...chapters[0]!, sections: [section('11', '用电安全概述'), section('12', '安全规程手册', { locked: true }), section('13', '触电急救', { locked: true })] }] }] }
    const scrolled = HTMLElement.prototype.scrollIntoView = vi.fn()
    show(<Catalogue player={waiting} current={null} onOpen={open} />)
    const [name, link] = screen.getAllByRole('button', { name: '安全规程手册' })
    expect(link!.closest('li')!.textContent).toContain('先通过安全规程手册（约 20 分钟）')
    fireEvent.click(link!)
    expect(document.activeElement).toBe(name)
    expect(scrolled.mock.contexts).toEqual([name])
    expect(open).not.toHaveBeenCalled()
  })

  it('looks through a large catalogue a few times, not once for each row', () => {
    let looks = 0
    const counted = Array.from({ length: 100 }, (_, at): Chapter => {
      const sections = [1, 2].map((one) => section(`${at}-${one}`, `小节${at}-${one}`, { locked: at > 0 || one > 1 }))
      return { id: `${at}`, name: `章${at}`, locked: at > 0, get sections() { return (looks += 1, sections) } }
    })
    show(<Catalogue player={{ ...course, items: [{ ...course.items[0]!, chapters: counted }] }} current={null} onOpen={() => undefined} />)
    expect(screen.getAllByText(/先通过/)).toHaveLength(199)
    expect(looks).toBeLessThanOrEqual(100 * 10)
  })

  it('without sections says so as every empty view does', () => {
    show(<Catalogue player={{ ...course, items: [{ ...course.items[0]!, chapters: [] }] }} current={null} onOpen={() => undefined} />)
    expect(screen.getByText('空空如也').parentElement!.textContent).toContain('这门课程还没有小节')
  })

  it('leaves a new tab to the browser', () => {
    const open = vi.fn()
    show(<Catalogue player={course} current={null} onOpen={open} />)
    fireEvent.click(screen.getByRole('link', { name: '用电安全概述' }), { ctrlKey: true })
    expect(open).not.toHaveBeenCalled()
  })

  it.each([['安全规程手册', '该小节尚未解锁'], ['章节测验', '该小节尚未解锁'], ['第 2 章　结业考核', '该章节尚未解锁']])('does not open %s, and says why', (name, text) => {
    const open = vi.fn()
    show(<Catalogue player={course} current={null} onOpen={open} />)
    fireEvent.click(screen.getAllByRole('button', { name })[0]!)
    expect(open).not.toHaveBeenCalled()
    expect(toasts).toEqual([expect.objectContaining({ kind: 'error', text })])
  })

  it('does not open an exam that waits for the beginning of its plan', () => {
    const open = vi.fn()
    show(<Catalogue player={{ ...plan, items: plan.items.map((item) => ({ ...item, ...(item.kind === 'exam' ? { locked: true } : {}) })) }} current={null} onOpen={open} />)
    fireEvent.click(screen.getByRole('button', { name: '入职理论考试' }))
    expect(open).not.toHaveBeenCalled()
    expect(toasts).toEqual([expect.objectContaining({ kind: 'error', text: '该小节尚未解锁' })])
    expect(screen.getByRole('button', { name: '入职理论考试' }).closest('li')!.textContent).toContain('开始学习计划后开放')
    fireEvent.click(screen.getByRole('button', { name: '入职理论考试：未解锁，查看解锁方式' }))
    expect(toasts.at(-1)).toMatchObject({ kind: 'warning', text: '开始学习计划后开放' })
  })

  it('says at the first section of a course that waits for the beginning of its plan what opens it', () => {
    const waiting = { ...plan.items[0]!, chapters: [{ ...chapters[0]!, locked: true, sections: chapters[0]!.sections.map((one) => ({ ...one, locked: true })) }] }
    show(<Catalogue player={{ ...plan, items: [waiting] }} current={null} onOpen={() => undefined} />)
    expect(screen.getAllByText('开始学习计划后开放')).toHaveLength(1)
    expect(screen.getByText('开始学习计划后开放').closest('li')!.textContent).toContain('用电安全概述')
  })

  it('opens nothing of a course that nobody may study, and says why', () => {
    const open = vi.fn()
    const words = '本课程仅限高处作业班学员学习'
    show(<Catalogue player={{ ...plan, items: [{ ...plan.items[0]!, refusal: words }, plan.items[1]!] }} current={null} onOpen={open} />)
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['入职理论考试'])
    expect(screen.getAllByText(words)).toHaveLength(3)
    fireEvent.click(screen.getByRole('button', { name: '用电安全概述' }))
    fireEvent.click(screen.getByRole('button', { name: '用电安全概述：未解锁，查看解锁方式' }))
    expect(open).not.toHaveBeenCalled()
    expect(toasts.map(({ text }) => text)).toEqual(['该小节尚未解锁', words])
  })

  it('lets nobody press the head of an open chapter, and tells screen readers of a locked one how it stands', () => {
    show(<Catalogue player={course} current={null} onOpen={() => undefined} />)
    expect(screen.queryByRole('button', { name: /安全基础/ })).toBeNull()
    expect(screen.getByRole('button', { name: /结业考核/, description: '未解锁' }).closest('h3')).toBeTruthy()
  })

  it.each([[course, '请到课程详情页解锁'], [plan, '请到计划详情页解锁']] as const)('says at the lock where to unlock', (player, text) => {
    show(<Catalogue player={player} current={null} onOpen={() => undefined} />)
    fireEvent.click(screen.getByRole('button', { name: '安全规程手册：未解锁，查看解锁方式' }))
    expect(toasts).toEqual([expect.objectContaining({ kind: 'warning', text })])
  })

  it('marks where the learner is', () => {
    show(<Catalogue player={course} current={findStop(course, { sectionId: '11' })} onOpen={() => undefined} />)
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('用电安全概述')
  })

  it('shows the courses and exams of a plan', () => {
    const open = vi.fn()
    show(<Catalogue player={plan} current={null} onOpen={open} />)
    expect(screen.getByRole('heading', { name: '低压电工作业安全' }).tagName).toBe('H3')
    fireEvent.click(screen.getByRole('link', { name: '入职理论考试' }))
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ section: null, item: expect.objectContaining({ id: '92' }) }))
  })
})
