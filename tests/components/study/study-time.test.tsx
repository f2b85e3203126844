// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Observable } from '@/components/study/observable'
import type { StudySession } from '@/components/study/study-session'
import { StudyTime } from '@/components/study/study-time'
import { nothingStudied } from '@/components/study/study-visit'
import type { Section } from '@/lib/domain/catalogue'
import { stopsOf, type Player } from '@/lib/domain/player'
import { show } from '../../support/render'

// Of 1 h 80 % are 48 minutes as they pass: at twice the speed all of it is not enough.
it.each<['video' | 'document' | 'courseware', number | null, number, string | null]>([
  ['video', 80, 60, '完成条件 观看 80%（48 分钟）'], ['document', 80, 60, '完成条件 学满 80%（48 分钟）'], ['video', 80, 0, '完成条件 观看 80%'], ['video', null, 60, null], ['courseware', 80, 60, null],
])('what a section needs to pass is told with its minutes: %s, %s of %s', (kind, requiredPercent, minutes, text) => {
  const section: Section = {
    id: '12', chapterId: '1', name: 'x', kind: 'study', minutes, requiredPercent, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, simulation: null,
    resource: { kind, url: '/api/files/a', id: '7', captions: [] },
  }
  const player = { subject: { kind: 'course', id: '5001' }, items: [{ id: null, kind: 'course', targetId: '5001', name: 'x', state: 'unknown', chapters: [{ id: '1', name: 'x', locked: false, sections: [section] }] }] } as unknown as Player
  show(<StudyTime session={new Observable(nothingStudied) as unknown as StudySession} stop={stopsOf(player)[0]!} totalHours={0} />)
  expect([...screen.getByRole('group').children].map((part) => part.textContent).find((part) => part?.startsWith('完成条件')) ?? null).toBe(text)
})
