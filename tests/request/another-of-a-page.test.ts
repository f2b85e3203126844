import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import PracticalDetailPage from '@/app/[tenant]/[locale]/(focus)/practicalDetail/page'
import StudyPage from '@/app/[tenant]/[locale]/(focus)/StudyDetil/page'

// Where only the query of an address changes, the framework keeps what a page has in the browser: another thing needs another key.

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, getNow: async () => new Date(), getRequestConfig: (config: unknown) => config }))
const { requirePlayer } = vi.hoisted(() => ({ requirePlayer: vi.fn() }))
vi.mock('@/lib/request/player', () => ({ requirePlayer, playerTitle: async () => null }))
vi.mock('@/lib/request/learner', () => ({
  requireLearner: async () => ({ id: '1' }),
  requireAsking: async () => ({ learner: { id: '1' }, session: { learnerId: '1', name: 'x', username: 'x', avatarUrl: null }, tenant: { title: 'x' } }),
}))
vi.mock('@/lib/training/exam-results', () => ({ getPractical: async () => ({}) }))

type Page = (props: { searchParams: Promise<Record<string, string>> }) => Promise<unknown>

/** The key of what a page shows inside its words. */
async function keyOf(page: Page, query: string): Promise<string | null> {
  const shown = (await page({ searchParams: Promise.resolve(Object.fromEntries(new URLSearchParams(query))) })) as ReactElement<{ children: ReactElement }>
  return shown.props.children.key
}

describe('the player', () => {
  beforeEach(() => {
    requirePlayer.mockImplementation(async (_learner: unknown, { courseId, planId, itemId }: Record<string, string | undefined>) => ({
      player: { subject: { kind: planId ? 'plan' : 'course', id: planId ?? courseId }, items: [] }, opened: null, ...(itemId && { only: { key: `${itemId}/` } }),
    }))
  })

  it('begins anew for another course, for a plan of the same number, and for no other section', async () => {
    const [course, section, another, plan] = [await keyOf(StudyPage, 'courseId=3001'), await keyOf(StudyPage, 'courseId=3001&chapterId=3101&sectionId=3202'), await keyOf(StudyPage, 'courseId=3002'), await keyOf(StudyPage, 'planId=3001')]
    expect(course).not.toBeNull()
    expect(section).toBe(course)
    expect(new Set([course, another, plan]).size).toBe(3)
  })

  it('begins anew for another exam of a plan that has ended', async () => {
    const [exam, another, ofAnother] = [await keyOf(StudyPage, 'planId=5001&itemId=5104'), await keyOf(StudyPage, 'planId=5001&itemId=5105'), await keyOf(StudyPage, 'planId=5002&itemId=5104')]
    expect(exam).not.toBeNull()
    expect(new Set([exam, another, ofAnother]).size).toBe(3)
  })
})

it('the recording of a practical attempt begins anew for another', async () => {
  const [one, part, attempt] = [
    await keyOf(PracticalDetailPage, 'QuestionGroupActualId=1&examInstanceId=2&examAnswerActualDetailId=3'), await keyOf(PracticalDetailPage, 'QuestionGroupActualId=4&examInstanceId=2&examAnswerActualDetailId=3'),
    await keyOf(PracticalDetailPage, 'QuestionGroupActualId=1&examInstanceId=5&examAnswerActualDetailId=6'),
  ]
  expect(one).not.toBeNull()
  expect(new Set([one, part, attempt]).size).toBe(3)
})
