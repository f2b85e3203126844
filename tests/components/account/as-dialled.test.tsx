// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BackToLogin } from '@/components/account/back-to-login'
import { RegisterForm } from '@/components/account/register-form'
import { ResetForm } from '@/components/account/reset-form'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }))
let answers: Record<string, unknown> = {}
const door = vi.fn(async (url: string, _init: RequestInit) => Response.json(answers[url.split('/').at(-1)!] ?? null))
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  door.mockClear()
  vi.stubGlobal('fetch', door)
})
const type = (name: string, value: string) => fireEvent.input(screen.getByLabelText(name, { selector: 'input' }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const calls = (end: string) => door.mock.calls.filter(([url]) => url.endsWith(end)).map(([, init]) => JSON.parse(String(init.body)) as unknown)

describe('a phone and a code with blanks, dashes or the country in them', () => {
  it('are taken as they are meant to register', async () => {
    answers = { phone: { known: false }, code: { againInSeconds: 60 }, register: { registered: true } }
    show(<RegisterForm />)
    type('手机号', '+86 139-0000 0001')
    press('获取验证码')
    await waitFor(() => expect(calls('/code')).toEqual([{ phone: '13900000001', purpose: 'register' }]))
    type('验证码', ' １２３ ４５６')
    type('昵称', '新来学员')
    type('密码', 'Train2026')
    type('确认密码', 'Train2026')
    press('注册')
    await waitFor(() => expect(calls('/register')).toEqual([{ phone: '13900000001', code: '123456', nickname: '新来学员', password: 'Train2026', confirmation: 'Train2026' }]))
    expect(calls('/phone')).toEqual([{ phone: '13900000001' }])
    expect(JSON.parse(sessionStorage.getItem('login-draft')!)).toMatchObject({ account: '13900000001' })
  })

  it('are taken as they are meant for a new password', async () => {
    answers = { phone: { known: true }, 'reset-check': { checked: true } }
    show(<ResetForm><BackToLogin /></ResetForm>)
    expect(screen.getByRole('link', { name: '返回登录' }).getAttribute('href')).toBe('/login')
    type('手机号', '138 0000 0001')
    type('验证码', '123-456')
    press('下一步')
    await waitFor(() => expect(calls('/reset-check')).toEqual([{ phone: '13800000001', code: '123456' }]))
  })
})
