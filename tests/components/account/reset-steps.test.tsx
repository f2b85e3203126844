// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ResetForm } from '@/components/account/reset-form'
// Here before it is shown, however long a busy machine takes to load it.
import '@/components/account/reset-password-step'
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

describe('without cookies, which prove that a code was right', () => {
  afterEach(() => vi.restoreAllMocks())
  it.each([['zh', /Cookie/], ['en', /cookies/], ['ja', /Cookie/]] as const)('the first step says so in %s, and neither sends a code nor looks at one', (locale, words) => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
    const { container } = show(<ResetForm />, locale)
    const fill = (name: string, value: string) => fireEvent.input(container.querySelector(`[name=${name}]`)!, { target: { value } })
    fill('phone', '13800000001')
    fireEvent.blur(container.querySelector('[name=phone]')!)
    expect(screen.getByRole('alert').textContent).toMatch(words)
    fireEvent.click(container.querySelector('button[type=button]')!)
    fill('code', '123456')
    fireEvent.submit(container.querySelector('form')!)
    expect(screen.getByRole('alert').textContent).toMatch(words)
    expect(door).not.toHaveBeenCalled()
  })
})

it.each(['获取验证码', '下一步'])('a press on %s asks again about a phone that was unknown: it may have been registered since', async (name) => {
  let known = false
  door.mockImplementation(async () => Response.json({ checked: true, againInSeconds: 60, known }))
  const asked = (end: string) => door.mock.calls.filter(([url]) => url.endsWith(end)).length
  show(<ResetForm />)
  type('手机号', '13800000001')
  fireEvent.blur(field('手机号'))
  expect((await screen.findByRole('alert')).textContent).toBe('该号码不存在，请先注册或联系管理人员')
  type('验证码', '123456')
  press(name)
  await waitFor(() => expect(asked('/phone')).toBe(2))
  expect((await screen.findByRole('alert')).textContent).toBe('该号码不存在，请先注册或联系管理人员')
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).not.toBe('true'))
  known = true
  press(name)
  await waitFor(() => expect([asked('/phone'), asked(name === '下一步' ? '/reset-check' : '/code'), screen.queryByRole('alert')]).toEqual([3, 1, null]))
})

describe('the second step of a new password', () => {
  const toSecond = async () => {
    const shown = show(<ResetForm />)
    type('手机号', '13800000001')
    type('验证码', '123456')
    press('下一步')
    // All of its effects have run then.
    await waitFor(() => expect(document.activeElement).toBe(field('新密码')))
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
    expect(sessionStorage.getItem('reset-step')).toBeNull()
    press('重置密码')
    await screen.findByText('重置密码成功！请使用新密码登录')
    expect(JSON.parse(String(door.mock.calls.at(-1)![1].body))).toEqual({ phone: '13800000001', password: 'Second2026', confirmation: 'Second2026' })
    fireEvent(window, new Event('pagehide'))
    again.unmount()
    show(<ResetForm />)
    expect(field('手机号').value).toBe('')
  })

  it('is all that brings one past a code: what is typed of one is kept nowhere while the page is read again', () => {
    const { unmount } = show(<ResetForm />)
    type('手机号', '13800000001')
    type('验证码', '123456')
    fireEvent(window, new Event('pagehide'))
    const kept = JSON.stringify({ ...sessionStorage, ...localStorage })
    expect(kept).toContain('13800000001')
    expect(kept).not.toContain('123456')
    unmount()
    show(<ResetForm />)
    expect([field('手机号').value, field('验证码').value]).toEqual(['13800000001', ''])
  })

  it('is nobody else\'s: who leaves by a link leaves nothing for the next at this device', async () => {
    const { unmount } = await toSecond()
    unmount()
    fireEvent(window, new Event('pagehide'))
    show(<ResetForm />)
    await Promise.resolve()
    expect(field('手机号').value).toBe('')
    expect(screen.queryByLabelText('新密码', { selector: 'input' })).toBeNull()
  })

  it('keeps nothing on where the page comes back as it was', async () => {
    await toSecond()
    fireEvent(window, new Event('pagehide'))
    expect(sessionStorage.getItem('reset-step')).toContain('13800000001')
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    expect(sessionStorage.getItem('reset-step')).toBeNull()
  })

  it('says whose password it is, and leads to another phone', async () => {
    const { container } = await toSecond()
    expect(container.textContent).toContain('正在为手机号 138****0001 设置新密码')
    press('换一个手机号')
    expect([field('手机号').value, field('验证码').value]).toEqual(['', ''])
    expect(document.activeElement).toBe(field('手机号'))
    await waitFor(() => expect(window.history.state).not.toMatchObject({ resetStep: true }))
    expect(field('手机号').value).toBe('')
  })

  it('begins again a minute after the page was left', async () => {
    const { unmount } = await toSecond()
    fireEvent(window, new Event('pagehide'))
    unmount()
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    show(<ResetForm />)
    expect(field('手机号')).toBeTruthy()
    now.mockRestore()
  })

  it('goes back to its first step by the browser, with the phone and without a word', async () => {
    await toSecond()
    expect(window.history.state).toMatchObject({ resetStep: true })
    window.history.back()
    await waitFor(() => expect(field('手机号').value).toBe('13800000001'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sessionStorage.getItem('reset-step')).toBeNull()
  })
})
