// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ReceiptCheckView } from '@/components/exams/receipt-check'
import type { Settled } from '@/lib/domain/errors'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined }), useSearchParams: () => new URLSearchParams() }))

it.each<[string, Settled<null>, string]>([
  ['asked too often', { error: 'busy' }, '操作太频繁，请稍后再试'],
  ['kept waiting', { error: 'timeout' }, '网络请求超时'],
  ['refused with words', { error: 'rejected', words: '请求的内容不存在' }, '请求的内容不存在'],
  ['told nothing', { error: 'failed' }, '页面其他部分可以继续使用。'],
])('who has %s is told why the receipt could not be checked', (_, asked, words) => {
  show(<ReceiptCheckView action="/receipt" typed="2GH-3-0123456789ABCDEF" asked={asked} />)
  const said = screen.getByRole('alert')
  expect(said.textContent).toContain('凭证核验失败')
  expect(said.textContent).toContain(words)
})
