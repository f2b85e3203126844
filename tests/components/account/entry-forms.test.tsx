// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RegisterForm } from '@/components/account/register-form'
import { ResetForm } from '@/components/account/reset-form'
// Here before it is shown, however long a busy machine takes to load it.
import '@/components/account/reset-password-step'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import { show } from '../../support/render'

const push = vi.fn()
vi.mock('next/navigation', () => ({ useRouter: () => ({ push, refresh: () => {} }) }))

const door = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
/** What the doors answer, by the end of their address. */
let answers: Record<string, [number, unknown]>
const toasts: ToastOrder[] = []
let stop = () => {}
beforeEach(() => {
  answers = {}
  toasts.length = 0
  localStorage.clear()
  sessionStorage.clear()
  push.mockReset()
  door.mockReset().mockImplementation(async (url) => {
    const [status, body] = answers[url.split('/').at(-1)!] ?? [500, null]
    return Response.json(body, { status })
  })
  vi.stubGlobal('fetch', door)
  stop = serveToasts((order) => toasts.push(order))
})
afterEach(() => stop())

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const said = () => toasts.map(({ text }) => text)
const calls = (end: string) => door.mock.calls.filter(([url]) => url.endsWith(end)).map(([, init]) => JSON.parse(String(init.body)) as unknown)

describe('registration', () => {
  const fillIn = () => {
    type('手机号', '13900000001')
    type('验证码', '123456')
    type('昵称', '新来学员')
    type('密码', 'Train2026')
    type('确认密码', 'Train2026')
  }

  it.each([
    ['手机号', '', '请输入手机号'], ['手机号', '123', '输入的手机号不合法，请重新输入'], ['验证码', '', '请输入验证码'], ['验证码', '12', '输入的验证码不合法，请重新输入'],
    ['昵称', '三个字', '长度在 4 到 15 个字符'], ['密码', '', '请输入6~18位数字或字符组合的密码'], ['密码', '12345', '密码不符合规范'], ['确认密码', '', '请再次输入密码'], ['确认密码', 'Train2027', '两次输入密码不一致!'],
  ])('says of %s %j: %s', (name, value, text) => {
    show(<RegisterForm />)
    fillIn()
    type(name, value)
    fireEvent.blur(field(name))
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('finds two passwords equal or not whichever of them was changed last', () => {
    show(<RegisterForm />)
    fillIn()
    const leave = (name: string, value: string) => {
      type(name, value)
      fireEvent.blur(field(name))
    }
    leave('确认密码', 'Train2027')
    expect(screen.getByText('两次输入密码不一致!')).toBeTruthy()
    type('密码', 'Train2027')
    expect(screen.queryByText('两次输入密码不一致!')).toBeNull()
    type('密码', 'Train20271')
    expect(screen.queryByText('两次输入密码不一致!')).toBeNull()
    fireEvent.blur(field('密码'))
    expect(screen.getByText('两次输入密码不一致!')).toBeTruthy()
  })

  it('says nothing of a field that nobody has been in yet', () => {
    show(<RegisterForm />)
    type('密码', 'Train2026')
    fireEvent.blur(field('密码'))
    expect(screen.queryByText('请再次输入密码')).toBeNull()
  })

  it('sends nothing that is wrong, and goes to the first field that is', () => {
    show(<RegisterForm />)
    press('注册')
    expect(document.activeElement).toBe(field('手机号'))
    expect(door).not.toHaveBeenCalled()
  })

  it('asks once whether a phone is free, and sends it no code when it is not', async () => {
    answers = { phone: [200, { known: true }] }
    show(<RegisterForm />)
    type('手机号', '13800000001')
    fireEvent.blur(field('手机号'))
    press('获取验证码')
    expect(await screen.findByText('该手机号已被注册，请更换其他手机号码')).toBeTruthy()
    expect([calls('/phone').length, calls('/code').length]).toEqual([1, 0])
  })

  it('sends a code and then waits a minute, also after it is shown anew', async () => {
    answers = { phone: [200, { known: false }], code: [200, { againInSeconds: 60 }] }
    const { unmount } = show(<RegisterForm />)
    type('手机号', '13900000001')
    press('获取验证码')
    const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: /秒后重新获取/ })
    expect(waiting.disabled).toBe(true)
    expect(said()).toEqual(['验证码发送成功'])
    expect(calls('/code')).toEqual([{ phone: '13900000001', purpose: 'register' }])
    unmount()
    show(<RegisterForm />)
    expect(await screen.findByRole('button', { name: /秒后重新获取/ })).toBeTruthy()
  })

  it('leads to the login, with the phone as the account', async () => {
    answers = { register: [200, { registered: true }] }
    show(<RegisterForm />, 'zh')
    fillIn()
    press('注册')
    await waitFor(() => expect(push).toHaveBeenCalledWith('/login'))
    expect(said()).toEqual(['注册成功，请使用手机号作为账号登录'])
    expect(sessionStorage.getItem('login-draft')).toContain('13900000001')
    expect(calls('/register')).toEqual([{ phone: '13900000001', code: '123456', nickname: '新来学员', password: 'Train2026', confirmation: 'Train2026' }])
  })

  it('says the platform\'s words at the code that it refused until the code is another, and loses nothing', async () => {
    answers = { register: [409, { error: { code: 'rejected', message: '验证码不合法', fields: { code: 'refused' } } }] }
    show(<RegisterForm />)
    fillIn()
    press('注册')
    expect((await screen.findByRole('alert')).textContent).toBe('验证码不合法')
    expect(document.activeElement).toBe(field('验证码'))
    expect(field('验证码').getAttribute('aria-invalid')).toBe('true')
    expect(toasts.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(['warning: 验证码不合法'])
    fireEvent.blur(field('验证码'))
    expect(screen.getByRole('alert').textContent).toBe('验证码不合法')
    expect([field('手机号').value, field('密码').value]).toEqual(['13900000001', 'Train2026'])
    expect(push).not.toHaveBeenCalled()
    type('验证码', '123457')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([['昵称', 'nickname'], ['手机号', 'phone'], ['密码', 'password']])('says at the field what is refused of it: %s', async (label, name) => {
    answers = { register: [409, { error: { code: 'rejected', message: '不能使用', fields: { [name]: 'refused' } } }] }
    show(<RegisterForm />)
    fillIn()
    press('注册')
    await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(field(label))
    expect(field('验证码').hasAttribute('aria-invalid')).toBe(false)
    expect(said()).toEqual(['不能使用'])
  })

  it('says in the form a refusal of no field', async () => {
    answers = { register: [409, { error: { code: 'rejected', message: '本平台暂未开放此功能' } }] }
    show(<RegisterForm />)
    fillIn()
    press('注册')
    expect((await screen.findByRole('alert')).textContent).toBe('本平台暂未开放此功能')
    expect(field('验证码').hasAttribute('aria-invalid')).toBe(false)
    expect(said()).toEqual(['本平台暂未开放此功能'])
  })

  it('of a phone that is taken is not sent, and says so again when it is pressed again', async () => {
    answers = { phone: [200, { known: true }], register: [200, { registered: true }] }
    show(<RegisterForm />)
    fillIn()
    for (const _press of [1, 2]) {
      press('注册')
      expect((await screen.findByRole('alert')).textContent).toBe('该手机号已被注册，请更换其他手机号码')
      expect(document.activeElement).toBe(field('手机号'))
      await waitFor(() => expect(screen.getByRole('button', { name: '注册' }).getAttribute('aria-busy')).not.toBe('true'))
    }
    expect([calls('/phone').length, calls('/register').length]).toEqual([2, 0])
    answers = { ...answers, phone: [200, { known: false }] }
    type('手机号', '13900000002')
    press('注册')
    await waitFor(() => expect(push).toHaveBeenCalledOnce())
  })

  it('says at the phone why the platform sends it no code', async () => {
    answers = { phone: [200, { known: false }], code: [409, { error: { code: 'rejected', message: '该手机号已被注册，请更换其他手机号码', fields: { phone: 'refused' } } }] }
    show(<RegisterForm />)
    type('手机号', '13900000001')
    press('获取验证码')
    expect((await screen.findByRole('alert')).textContent).toBe('该手机号已被注册，请更换其他手机号码')
    expect(said()).toEqual(['该手机号已被注册，请更换其他手机号码'])
  })

  it.each([['register', RegisterForm], ['reset', ResetForm]] as const)('to %s says below the code why none was sent, until one is asked for again', async (purpose, Form) => {
    answers = { phone: [200, { known: purpose === 'reset' }], code: [429, { error: { code: 'busy' } }] }
    show(<Form />)
    type('手机号', '13900000001')
    press('获取验证码')
    await waitFor(() => expect(field('验证码').closest('form > div')!.querySelector('[role=alert]')?.textContent).toBe('操作太频繁，请稍后再试'))
    type('手机号', '139')
    press('获取验证码')
    expect(screen.getByRole('alert').textContent).toBe('输入的手机号不合法，请重新输入')
    answers = { ...answers, code: [409, { error: { code: 'rejected', message: '发送验证码失败', fields: { code: 'refused' } } }] }
    type('手机号', '13900000001')
    press('获取验证码')
    await waitFor(() => expect([screen.getByRole('alert').textContent, document.activeElement]).toEqual(['发送验证码失败', field('验证码')]))
  })

  it('says in the form what else went wrong, until it is sent again', async () => {
    answers = { register: [504, { error: { code: 'timeout' } }] }
    show(<RegisterForm />)
    fillIn()
    press('注册')
    expect((await screen.findByRole('alert')).textContent).toBe('网络请求超时')
    expect(field('验证码').hasAttribute('aria-invalid')).toBe(false)
    answers = { register: [200, { registered: true }] }
    press('注册')
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(push).toHaveBeenCalledOnce())
  })
})

describe('a new password', () => {
  it('takes three steps', async () => {
    answers = { phone: [200, { known: true }], 'reset-check': [200, { checked: true }], reset: [200, { reset: true }] }
    show(<ResetForm />)
    expect(screen.getByText('账号验证').closest('li')!.getAttribute('aria-current')).toBe('step')
    // It may hold letters.
    expect(field('验证码').inputMode).toBe('text')
    type('手机号', '13800000001')
    type('验证码', '12345')
    press('下一步')
    expect(screen.getByText('输入的验证码不合法，请重新输入')).toBeTruthy()
    type('验证码', '123456')
    press('下一步')
    await waitFor(() => expect(document.activeElement).toBe(field('新密码')))
    type('新密码', 'Second2026')
    type('确认密码', 'Second2026')
    press('重置密码')
    expect(await screen.findByText('重置密码成功！请使用新密码登录')).toBeTruthy()
    expect(screen.getByRole('link', { name: '返回登录' }).getAttribute('href')).toBe('/login')
    expect(calls('/reset')).toEqual([{ phone: '13800000001', password: 'Second2026', confirmation: 'Second2026' }])
  })

  it('is of no phone that is unknown', async () => {
    answers = { phone: [200, { known: false }] }
    show(<ResetForm />)
    type('手机号', '13800000099')
    fireEvent.blur(field('手机号'))
    expect(await screen.findByText('该号码不存在，请先注册或联系管理人员')).toBeTruthy()
    type('验证码', '123456')
    press('下一步')
    await waitFor(() => expect(document.activeElement).toBe(field('手机号')))
    expect(screen.getByRole('alert').textContent).toBe('该号码不存在，请先注册或联系管理人员')
    expect(calls('/reset-check')).toEqual([])
  })

  it.each([
    ['rejected', 409, '验证码不合法', 'true'], ['timeout', 504, '网络请求超时', null],
  ])('says in the form that its first step was %s', async (code, status, text, invalid) => {
    answers = { 'reset-check': [status, { error: { code, ...(code === 'rejected' && { message: text, fields: { code: 'refused' } }) } }] }
    show(<ResetForm />)
    type('手机号', '13800000001')
    type('验证码', '123456')
    press('下一步')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(field('验证码').getAttribute('aria-invalid')).toBe(invalid)
    expect(document.activeElement).toBe(field('验证码'))
    expect(said()).toEqual([text])
  })

  it('says in the form that its second step failed', async () => {
    answers = { 'reset-check': [200, { checked: true }], reset: [409, { error: { code: 'rejected', message: '密码不符合规范', fields: { password: 'refused' } } }] }
    show(<ResetForm />)
    type('手机号', '13800000001')
    type('验证码', '123456')
    press('下一步')
    await screen.findByLabelText('新密码', { selector: 'input' })
    type('新密码', 'Second2026')
    type('确认密码', 'Second2026')
    press('重置密码')
    expect((await screen.findByRole('alert')).textContent).toBe('密码不符合规范')
    expect([field('新密码').value, field('新密码').getAttribute('aria-invalid')]).toEqual(['Second2026', 'true'])
    expect(said()).toEqual(['密码不符合规范'])
  })

  it.each([
    ['the proof is over', 400, { code: 'invalid' }],
    ['the platform takes the code no more', 409, { code: 'rejected', message: '验证码不合法', fields: { code: 'refused' } }],
  ])('begins again when %s, with phone and code as they were', async (_why, status, error) => {
    answers = { 'reset-check': [200, { checked: true }], reset: [status, { error }] }
    show(<ResetForm />)
    type('手机号', '13800000001')
    type('验证码', '123456')
    press('下一步')
    await screen.findByLabelText('新密码', { selector: 'input' })
    type('新密码', 'Second2026')
    type('确认密码', 'Second2026')
    press('重置密码')
    expect((await screen.findByRole('alert')).textContent).toBe('验证已过期，请重新获取验证码')
    await waitFor(() => expect([field('手机号').value, field('验证码').value]).toEqual(['13800000001', '123456']))
    expect(document.activeElement).toBe(field('验证码'))
  })
})
