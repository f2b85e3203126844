import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { default as ExamTakingPage } from '@/app/[tenant]/[locale]/(focus)/ToTestIng/page'
import { within } from '../support/request-scope'

// Taking an exam begins an attempt once its page runs: who may come to it without having pressed anything there.

vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, getRequestConfig: (config: unknown) => config }))
const { tenant, isRegistrationOpen } = vi.hoisted(() => ({ tenant: { id: '82' }, isRegistrationOpen: vi.fn(async () => true) }))
vi.mock('@/lib/request/learner', () => ({ requireAsking: async () => ({ session: { learnerId: '1', name: 'x', username: 'x' }, tenant }) }))
vi.mock('@/lib/training/tenants', () => ({ isRegistrationOpen }))

const asked = (query: string) => ({ searchParams: Promise.resolve(Object.fromEntries(new URLSearchParams(query))) })

/** Where somebody is led who asks for the page; that it is there. */
async function comes(query: string, headers: Record<string, string>): Promise<string> {
  const { value } = await within(new Headers(headers), () => ExamTakingPage(asked(query)).then(() => 'here', (error: unknown) => String((error as { digest?: unknown }).digest ?? error)))
  return value.replace(/^NEXT_REDIRECT;replace;(.*);307;$/, '$1')
}

const standalone = 'examPlanId=8003&paperId=828003&examType=3&answerTime=1'
const fromOthers: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' }]
const places: [string, string][] = [
  [standalone, '/TestDetil?id=8003'],
  ['examPlanId=8010&paperId=1&examType=1&coursePlanId=3001&chapterId=3102&otherContentId=3205', '/StudyDetil?courseId=3001&chapterId=3102&sectionId=3205'],
  ['examPlanId=8010&paperId=1&examType=1&coursePlanId=5001&contentId=5101&chapterId=3102&otherContentId=3205', '/StudyDetil?planId=5001&itemId=5101&chapterId=3102&sectionId=3205'],
  ['examPlanId=8010&paperId=1&examType=2&coursePlanId=5001&contentId=5103&jihuakaoshiId=8010', '/StudyDetil?planId=5001&itemId=5103'],
]

it.each(places)('a link of another site to %s leads to where the exam is begun by a press: %s', async (query, way) => {
  for (const headers of fromOthers) expect(await comes(query, headers)).toBe(way)
})

it.each([[{ 'sec-fetch-site': 'none' }], [{ 'sec-fetch-site': 'same-origin' }], [{}]])('a typed address, an own page and a browser that says nothing come to the exam: %j', async (headers) => {
  for (const [query] of places) expect(await comes(query, headers)).toBe('here')
})

it('an attempt that the address names is gone on with by a press as well, since not every platform goes on with that one', async () => {
  for (const headers of fromOthers) expect(await comes(`${standalone}&instanceId=88103`, headers)).toBe('/TestDetil?id=8003')
  expect(await comes(`${standalone}&instanceId=88103&led=1`, {})).toBe('/TestDetil?id=8003')
  expect(await comes(`${standalone}&instanceId=88103`, { 'sec-fetch-site': 'same-origin' })).toBe('here')
})

it.each(['led=1&', 'led=&'])('an address of the old client, or one after a login (%s), leads to where the exam is begun as well', async (led) => {
  for (const [query, way] of places) expect(await comes(led + query, { 'sec-fetch-site': 'same-origin' })).toBe(way)
})

it.each([['yes', async () => true, true], ['no', async () => false, false], ['nothing', () => Promise.reject(new Error('away')), false]])('the login over the paper offers a new password where the tenant lets strangers in; the platform says %s', async (says, answer, canReset) => {
  // What was heard of one tenant is remembered.
  tenant.id = says
  isRegistrationOpen.mockImplementation(answer)
  const { value } = await within(new Headers(), () => ExamTakingPage(asked(standalone)))
  const { children } = value.props as { children: ReactElement }
  expect(children.props).toMatchObject({ learner: { id: '1', account: 'x', canReset } })
})
