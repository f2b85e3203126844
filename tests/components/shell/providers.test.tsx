// @vitest-environment jsdom
import { useMutation } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Providers } from '@/components/shell/providers'
import { serveToasts } from '@/components/ui/notify'
import type { ErrorCode } from '@/lib/domain/errors'
import { BffError } from '@/lib/queries/bff'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }))

const toasts: string[] = []
let stop = () => {}
beforeEach(() => {
  toasts.length = 0
  stop = serveToasts(({ kind, text }) => toasts.push(`${kind}: ${text}`))
})
afterEach(() => stop())

function Write({ error }: { error: BffError }) {
  const { mutate } = useMutation({ mutationFn: () => Promise.reject(error) })
  return <button onClick={() => mutate()}>写</button>
}

it.each<[ErrorCode, string | undefined, string]>([
  ['failed', undefined, '接口请求失败'],
  ['missing', undefined, '接口请求失败'],
  ['malformed', undefined, '接口请求失败'],
  ['timeout', undefined, '网络请求超时'],
  ['busy', undefined, '操作太频繁，请稍后再试'],
  ['invalid', undefined, '提交的内容不正确'],
  ['rejected', '上一小节未通过，无法解锁章节', '上一小节未通过，无法解锁章节'],
])('what was to be written and fails as %s %j is told with %s', async (code, words, text) => {
  show(<Providers><Write error={new BffError(code, words)} /></Providers>)
  fireEvent.click(screen.getByRole('button', { name: '写' }))
  await waitFor(() => expect(toasts).toEqual([`error: ${text}`]))
})
