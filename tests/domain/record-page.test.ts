import { describe, expect, it } from 'vitest'
import { receiptFormulas } from '@/lib/domain/receipts'
import type { LearnerRecord } from '@/lib/domain/record'
import { recordFileName } from '@/lib/domain/record'
import { recordPage } from '@/lib/domain/record-page'
import type { CardState } from '@/lib/domain/cards'
import en from '@/messages/en/record.json'
import ja from '@/messages/ja/record.json'
import zh from '@/messages/zh/record.json'

const hostile = '<img src=x onerror="alert(1)">&"\''
const item = { id: '3001', name: '低压电工作业安全', companyName: hostile, state: 'learning', progressPercent: 16, hours: 2, credits: 1 } as const
const record: LearnerRecord = {
  format: 'trainhall-learner-record/1', takenAt: '2026-03-10T02:00:00.000Z', platform: { title: hostile, domain: 'localhost' },
  learner: { id: '1', account: 'liming', name: hostile, sex: 'male', post: '', company: '东岭电力', department: '检修部', phone: '13800000001', email: 'liming@example.org' },
  summary: null,
  courses: [{
    ...item, kind: 'course',
    ledger: [{ sectionId: '3201', name: '用电安全概述', countedMinutes: 16, notCounted: [{ reason: 'idle', minutes: 4 }] }],
    notes: [{ text: `第一行\n${hostile}`, writtenAt: '2026-03-01T08:00:00+08:00', sectionId: '3201', sectionName: '用电安全概述', moment: 12 }],
  }],
  plans: [],
  exams: [{
    id: '8001', title: '低压电工理论考试', kind: 'theory',
    attempts: [{
      id: '1', answerId: '2', number: 1, score: 72, state: 'finished', outcome: 'passed', startedAt: null, finishedAt: null, practical: null,
      receipts: {
        title: '', tenantId: '82', attemptId: '1', formulas: receiptFormulas, algorithm: 'Ed25519', publicKey: 'key', handIn: { number: '1W03-0780', time: '2026-03-02T00:00:00Z', by: 'learner', answeredCount: 1, questionCount: 1, head: null, hash: 'hash-of-all', signature: '' },
        receipts: [{ code: 'AB-1', attemptId: '1', opId: null, link: 1, questionId: '9', answerHash: 'x', time: '2026-03-02T00:00:00Z', previousHash: '', hash: 'hash-of-one', signature: '', late: false }],
      },
    }],
  }],
  certificates: [{ id: '9', name: '焊接工艺基础', learnerName: '李明', workNumber: null, number: 'HN-1', issuer: '培训中心', logoUrl: null, obtainedAt: '2025-11-02T15:00:00+08:00', validity: { kind: 'months', months: 36 }, layout: 'vertical', checkCode: null }],
}
const words = { lang: 'ja', say: (key: string, values?: Record<string, string | number>) => [key, ...Object.values(values ?? {})].join(' '), day: (iso: string | null) => iso?.slice(0, 10) ?? '', moment: (iso: string | null) => iso ?? '' }

describe('the page of a record', () => {
  const page = recordPage(record, words)

  it('holds progress, ledger, notes, receipts and certificates', () => {
    for (const part of ['低压电工作业安全', '16%', '用电安全概述', 'reasons.idle 4', '第一行', '低压电工理论考试', '72', 'outcomes.passed', '1W03-0780', 'hash-of-all', 'AB-1', 'hash-of-one', '焊接工艺基础', 'HN-1', 'months 36', '13800000001']) expect(page, part).toContain(part)
  })

  it('calls a section that the platform has no more by a word of its own', () => {
    const gone = { ...record.courses[0]!, ledger: [{ sectionId: '1', name: '', countedMinutes: 30, notCounted: [] }] }
    expect(recordPage({ ...record, courses: [gone] }, words)).toContain('<th scope="row">gone</th><td>30</td>')
  })

  it('has a word for every state of a course, in every language', () => {
    const all: Record<CardState, true> = { none: true, learning: true, completed: true, failed: true, expired: true, unknown: true }
    for (const { states } of [zh, en, ja]) expect(Object.keys(states).toSorted()).toEqual(Object.keys(all).toSorted())
  })

  it('is in a file with the day in China', () => {
    expect(recordFileName({ ...record, takenAt: '2026-11-26T23:30:00.000Z' })).toBe('study-record-liming-2026-11-27.zip')
  })

  it('needs no network and runs nothing, whatever stands in it', () => {
    expect(page).toContain('<html lang="ja">')
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/<(script|img|link|iframe|a)\b|https?:|url\(|@import/)
    expect(page).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;&#34;&#39;')
  })

  it('says where receipts were left out, and only there', () => {
    expect(recordPage({ ...record, receiptsLeftOut: true }, words)).toContain('<p>receiptsLeftOut</p>')
    expect(page).not.toContain('receiptsLeftOut')
  })

  it('says in which course or plan an exam was taken, and where some could not be had', () => {
    const within = { ...record.exams[0]!, of: { kind: 'plan', id: '5001', name: '年度复训计划' } } as const
    expect(recordPage({ ...record, exams: [within], examsMissing: true }, words)).toMatch(/<h2>exams<\/h2><p>examsMissing<\/p>\s*<section><h3>低压电工理论考试<\/h3><p class="meta">年度复训计划<\/p>/)
    expect(page).not.toContain('examsMissing')
  })

  it.each(['notes', 'ledger'] as const)('says where %s could not be had, once for all courses', (what) => {
    const without = recordPage({ ...record, courses: [record.courses[0]!, ...['1', '2'].map((id) => ({ ...record.courses[0]!, id, [what]: null }))] }, words)
    expect(without.match(/<p>\w+Missing<\/p>/g)).toEqual([`<p>${what}Missing</p>`])
    expect(without).toContain('第一行')
    expect(page).not.toContain('Missing')
  })

  it.each([[{}, 1], [{ score: null }, 0], [{ score: null, state: 'running' as const }, 0]])('says where a decided attempt has no receipts: %j', (more, times) => {
    const exams = record.exams.map((exam) => ({ ...exam, attempts: [...exam.attempts, ...exam.attempts.map((attempt) => ({ ...attempt, receipts: null, ...more }))] }))
    expect(recordPage({ ...record, exams }, words).match(/<p>receiptsMissing<\/p>/g) ?? []).toHaveLength(times)
  })

  it('counts the receipts that it lists, the one of the hand-in too', () => {
    const [exam] = record.exams
    const [attempt] = exam!.attempts
    const counted = (more: object) => {
      const shown = recordPage({ ...record, exams: [{ ...exam!, attempts: [{ ...attempt!, receipts: { ...attempt!.receipts!, ...more } }] }] }, words)
      return [/<td>outcomes\.passed<\/td><td>(\d+)<\/td>/.exec(shown)?.[1], ['1W03-0780', 'AB-1'].filter((code) => shown.includes(code)).length]
    }
    expect([counted({}), counted({ receipts: [] }), counted({ handIn: null }), counted({ handIn: null, receipts: [] })]).toEqual([['2', 2], ['1', 1], ['1', 1], ['0', 0]])
    expect(page.match(/receiptsOf 1<\/caption>/g)).toHaveLength(1)
  })

  it('calls the figures of the overview otherwise than the lists, which count something else', () => {
    const summary = { points: 1, hours: 2, credits: 3, courses: 25, plans: 9, exams: 23 } as LearnerRecord['summary']
    expect(recordPage({ ...record, summary }, words)).toContain('<dt>fact.courses</dt><dd>25</dd></div><div><dt>fact.plans</dt><dd>9</dd></div><div><dt>fact.exams</dt><dd>23</dd>')
  })

  it('says where there is nothing', () => {
    const empty = recordPage({ ...record, courses: [], exams: [], certificates: [] }, words)
    expect(empty.match(/<p>none<\/p>/g)).toHaveLength(4)
  })
})
