// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import RankingDialog from '@/components/rankings/ranking-dialog'
import { rankingOf } from '@/lib/domain/rankings'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined }) }))
const door = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  door.mockReset()
  vi.stubGlobal('fetch', door)
})

const help = () => screen.queryByRole('button', { name: '积分说明' })
function open() {
  show(
    // As the product keeps what it was told.
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })}>
      <RankingDialog target={{ scope: 'class', id: '7' }} name="一班" hours={rankingOf([], null, '1')} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  expect(help()).toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: '积分排行' }))
}

describe('the points tab of a ranking', () => {
  it('explains points while it loads', () => {
    door.mockReturnValue(new Promise(() => undefined))
    open()
    expect(help()).toBeTruthy()
  })

  it('explains points where nobody is ranked', async () => {
    door.mockImplementation(async () => Response.json(rankingOf([], null, '1')))
    open()
    await waitFor(() => expect(screen.getByText('还没有人上榜')).toBeTruthy())
    expect(help()).toBeTruthy()
    expect(screen.getByRole('link', { name: '去课程库看看' }).getAttribute('href')).toBe('/Curriculum')
  })

  it('explains points when it could not be loaded', async () => {
    door.mockImplementation(async () => Response.json({}, { status: 500 }))
    open()
    await waitFor(() => expect(screen.getByRole('button', { name: '重试' })).toBeTruthy())
    expect(help()).toBeTruthy()
  })
})

it('asks again at each change of the tab, and shows what is there meanwhile', async () => {
  const answer = Promise.withResolvers<Response>()
  const row = { learnerId: '1', name: '李明', workNumber: '', avatarUrl: null, value: 9, rank: 1 }
  door.mockImplementation(async () => Response.json(rankingOf([row], row, '1')))
  open()
  await waitFor(() => expect(screen.getByText('李明')).toBeTruthy())
  const before = door.mock.calls.length
  door.mockImplementation(async () => (await answer.promise).clone())
  fireEvent.click(screen.getByRole('tab', { name: '学时排行' }))
  await waitFor(() => expect(door.mock.calls.length).toBe(before + 1))
  fireEvent.click(screen.getByRole('tab', { name: '积分排行' }))
  await waitFor(() => expect(door.mock.calls.length).toBe(before + 2))
  expect(screen.getByText('李明')).toBeTruthy()
  answer.resolve(Response.json(rankingOf([{ ...row, name: '王芳' }], null, '1')))
  await waitFor(() => expect(screen.getByText('王芳')).toBeTruthy())
})
