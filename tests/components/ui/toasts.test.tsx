// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { notify } from '@/components/ui/notify'
import Toasts from '@/components/ui/toasts'
import { show } from '../../support/render'

describe('toasts', () => {
  it('show what was said before they were there, each once, as a status', async () => {
    notify.error('上一小节未通过，无法解锁章节')
    show(<Toasts />)
    await waitFor(() => expect(screen.getByText('上一小节未通过，无法解锁章节').closest('[role="status"]')).not.toBeNull())
    act(() => notify.success('收藏成功'))
    await waitFor(() => expect(screen.getByText('收藏成功')).toBeTruthy())
    expect(screen.getAllByText('上一小节未通过，无法解锁章节')).toHaveLength(1)
  })

  it('undo once and go', async () => {
    const onPress = vi.fn()
    show(<Toasts />)
    act(() => notify.info('删除笔记成功', { action: { label: '撤销', onPress } }))
    await waitFor(() => expect(screen.getByText('撤销')).toBeTruthy())
    fireEvent.click(screen.getByText('撤销'))
    expect(onPress).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByText('删除笔记成功')).toBeNull())
  })
})
