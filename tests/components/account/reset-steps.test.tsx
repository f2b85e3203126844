// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ResetForm } from '@/components/account/reset-form'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }))

const door = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  sessionStorage.clear()
  window.history.replaceState(null, '')
  door.mockReset().mockImplementation(async () => Response.json({ checked: true, known: true, reset: true }))
  vi.stubGlobal('fetch', door)
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the second step of a new password', () => {
  const toSecond = async () => {
    const shown = show(<ResetForm />)
    type('手机号', '13800000001')
    type('验证码', '123456')
    press('下一步')
    await screen.findByLabelText('新密码', { selector: 'input' })
    return shown
  }

  it('stays when the page is read again, keeps nothing secret for it, and is forgotten when it is done', async () => {
    const { unmount } = await toSecond()
    fireEvent(window, new Event('pagehide'))
    unmount()
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('123456')
    const again = show(<ResetForm />)
    await screen.findByLabelText('新密码', { selector: 'input' })
    type('新密码', 'Second2026')
    type('确认密码', 'Second2026')
    press('重置密码')
    await screen.findByText('重置密码成功！请使用新密码登录')
    expect(JSON.parse(String(door.mock.calls.at(-1)![1].body))).toEqual({ phone: '13800000001', password: 'Second2026', confirmation: 'Second2026' })
    again.unmount()
    show(<ResetForm />)
    expect(field('手机号').value).toBe('')
  })

  it('begins again ten minutes later', async () => {
    const { unmount } = await toSecond()
    unmount()
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000)
    show(<ResetForm />)
    expect(field('手机号')).toBeTruthy()
    now.mockRestore()
  })

  it('goes back to its first step by the browser, with the phone and without a word', async () => {
    await toSecond()
    expect(window.history.state).toMatchObject({ resetPasswordStep: true })
    window.history.back()
    await waitFor(() => expect(field('手机号').value).toBe('13800000001'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sessionStorage.getItem('reset-step')).toBeNull()
  })
})
