// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ErrorState } from '@/components/ui/error-state'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }))

const failed = (retrying = false) => <ErrorState title="排行榜加载失败" onRetry={() => undefined} retrying={retrying} />
const page = (part: ReactNode) => <main><h1>首页</h1>{part}</main>

/** Presses Retry, and shows the page that comes of it. */
async function retry(before: ReactNode, after: ReactNode, presses = true) {
  const { rerender } = show(page(before))
  const button = screen.getByRole('button', { name: '重试' })
  button.focus()
  if (presses) fireEvent.click(button)
  await act(async () => rerender(page(after)))
  return document.activeElement
}

describe('a part that failed', () => {
  it('says that it tries again', () => {
    show(failed(true))
    expect(screen.getByRole('button', { name: '正在重试' }).getAttribute('aria-busy')).toBe('true')
  })

  it('gives the focus of its button to the heading of its part', async () => {
    const part = (content: ReactNode) => <><section><h2>新闻</h2></section><section><h2>排行榜</h2><div>{content}</div></section></>
    expect(await retry(part(failed()), part(<p>李明</p>))).toBe(screen.getByRole('heading', { name: '排行榜' }))
  })

  it('to the one that comes in its place', async () => {
    const heading = <h2 id="ranking">排行榜</h2>
    expect(await retry(<section key="1" aria-labelledby="ranking">{heading}{failed()}</section>, <section key="2" aria-labelledby="ranking">{heading}<p>李明</p></section>)).toBe(screen.getByRole('heading', { name: '排行榜' }))
  })

  it('to the view of a tab, which has no heading', async () => {
    const tab = (content: ReactNode) => <section><h2>课程</h2><div role="tabpanel" tabIndex={0}>{content}</div></section>
    expect(await retry(tab(failed()), tab(<p>李明</p>))).toBe(screen.getByRole('tabpanel'))
  })

  it('and to the page where there is none', async () => {
    expect(await retry(failed(), <p>李明</p>)).toBe(screen.getByRole('heading', { name: '首页' }))
  })

  it('moves no focus that it was not asked to', async () => {
    expect(await retry(failed(), <p>李明</p>, false)).toBe(document.body)
  })
})
