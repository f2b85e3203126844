import type { ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { MessagesView } from '@/app/[tenant]/[locale]/(learner)/MyStudy/messages'
import { UnreadableReply } from '@/lib/training/errors'
import type { MessagesView as View } from '@/lib/domain/messages'

/** How many messages there are of the kind that is asked for. */
let total = 0
/** As many as the platform puts on a page at most; 0 where its page cannot be read. */
let most = 100
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, getRequestConfig: (config: unknown) => config }))
vi.mock('@/lib/request/learner', () => ({ requireLearner: async () => ({}) }))
vi.mock('@/lib/training/messages', () => ({ getMessage: async () => null, listMessages: async (_: unknown, { page, size }: View) => (most ? { items: [], total, page, size: Math.min(size, most) } : Promise.reject(new UnreadableReply('reply too large', 200))) }))
vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  redirect: (to: string) => {
    throw new Error(`to ${to}`)
  },
}))

const opened = (query: Record<string, string>) => MessagesView({ query }).then(() => 'here', (error: unknown) => (error as Error).message)

describe('a page of messages past the last one', () => {
  it.each([
    // The eleventh unread message was on page 2, was opened, and is read now.
    [10, { thisId: '1', state: 'unread', page: '2' }, 'to /MyStudy?thisId=1&state=unread'],
    [61, { thisId: '1', page: '99', size: '20' }, 'to /MyStudy?thisId=1&page=4&size=20'],
    [0, { thisId: '1', page: '2' }, 'to /MyStudy?thisId=1'],
    [0, { thisId: '1' }, 'here'],
    [11, { thisId: '1', page: '2' }, 'here'],
  ])('of %i: %j leads %s', async (count, query, leads) => {
    total = count
    expect(await opened(query)).toBe(leads)
  })
})

it('pages of a platform that cuts them smaller are counted as it cuts them, and asked for as before', async () => {
  [total, most] = [130, 40]
  const page = (await MessagesView({ query: { thisId: '1', size: '50' } })) as ReactElement<{ children: ReactElement<{ pager: ReactElement }> }>
  expect(page.props.children.props.pager.props).toMatchObject({ size: 40, asked: 50, total: 130 })
})

it('a page that could not be read has the tabs, and the way to a smaller one', async () => {
  most = 0
  const page = (await MessagesView({ query: { thisId: '1', state: 'read', size: '100' } })) as ReactElement<{ children: ReactElement<Record<string, unknown>>[] }>
  expect(page.props.children.map(({ props }) => props)).toMatchObject([{}, { items: [{ current: false }, { current: false }, { current: true }] }, {}, { size: 100, total: null }])
})
