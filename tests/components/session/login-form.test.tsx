// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginForm } from '@/components/session/login-form'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import type { Locale } from '@/lib/domain/locale'
import { show } from '../../support/render'

const door = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const assign = vi.fn()
const answer = (status: number, body: unknown) => door.mockResolvedValueOnce(Response.json(body, { status }))
const links = { register: '/register', forgot: '/resetPassword' }

const at = (search: string) => vi.stubGlobal('location', { href: `http://localhost/login${search}`, search, pathname: '/login', assign })
beforeEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  door.mockReset()
  assign.mockReset()
  sessionStorage.clear()
  vi.stubGlobal('fetch', door)
  at('')
})

const showForm = (given: Partial<Parameters<typeof LoginForm>[0]> = {}, locale: Locale = 'zh') => show(<LoginForm links={links} policy={<p>我们处理的信息</p>} {...given} />, locale)
const account = () => screen.getByLabelText<HTMLInputElement>('账号')
const password = () => screen.getByLabelText<HTMLInputElement>('密码')
const consent = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '我已阅读并同意隐私政策' })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: '登录' })
const type = (field: HTMLInputElement, value: string) => fireEvent.input(field, { target: { value } })
const fillIn = () => {
  type(account(), 'liming')
  type(password(), 'Train2026')
  fireEvent.click(consent())
}

describe('login', () => {
  it.each([['注册', '/register'], ['忘记密码', '/resetPassword']])('leads where it was to lead also after the way by %s', async (_name, href) => {
    const wanted = `?redirect=${encodeURIComponent('/CurriculumDetil?id=3001')}`
    const replaced = vi.spyOn(history, 'replaceState').mockImplementation((_state, _title, address) => at(new URL(String(address)).search))
    const come = (search: string) => {
      at(search)
      return showForm()
    }
    const leave = (form: ReturnType<typeof showForm>) => {
      fireEvent.click(form.container.querySelector(`a[href="${href}"]`)!)
      form.unmount()
    }
    leave(come(wanted))
    const back = come('')
    expect(location.search).toBe(wanted)
    fillIn()
    answer(200, { loggedIn: true })
    fireEvent.click(button())
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/CurriculumDetil?id=3001'))
    // Once; and a login that says where to go by itself, or had nowhere to go, keeps nothing of it.
    back.unmount()
    come('').unmount()
    expect(location.search).toBe('')
    leave(come(wanted))
    come('?redirect=%2FMyName').unmount()
    expect(location.search).toBe('?redirect=%2FMyName')
    leave(come(''))
    come('').unmount()
    expect([location.search, replaced.mock.calls.length]).toEqual(['', 1])
  })

  it.each([['zh', /Cookie/, '登录'], ['en', /cookies/, 'Log in'], ['ja', /Cookie/, 'ログイン']] as const)('says in %s that a browser without cookies can hold no session, and sends nothing', (locale, words, name) => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
    const { container } = showForm({ links: null }, locale)
    type(container.querySelector<HTMLInputElement>('[name=username]')!, 'liming')
    type(container.querySelector<HTMLInputElement>('[name=password]')!, 'Train2026')
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name }))
    expect(screen.getByRole('alert').textContent).toMatch(words)
    expect(door).not.toHaveBeenCalled()
    expect(assign).not.toHaveBeenCalled()
    expect(container.querySelector<HTMLInputElement>('[name=username]')!.value).toBe('liming')
  })

  it('can be pressed only when the policy is accepted, and says why not', () => {
    showForm()
    expect(button().disabled).toBe(true)
    expect(document.getElementById(button().getAttribute('aria-describedby')!)?.textContent).toBe('勾选同意隐私政策后才能登录')
    fireEvent.click(consent())
    expect(button().disabled).toBe(false)
    expect(screen.queryByText('勾选同意隐私政策后才能登录')).toBeNull()
    fireEvent.click(consent())
    expect(button().disabled).toBe(true)
  })

  it('shows the policy in a dialog whose accept button ticks the box', async () => {
    showForm()
    fireEvent.click(screen.getByRole('button', { name: '隐私政策' }))
    expect((await screen.findByRole('dialog', { name: '隐私政策' })).textContent).toContain('我们处理的信息')
    expect(consent().checked).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: '同意并继续' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(consent().checked).toBe(true)
    expect(button().disabled).toBe(false)
  })

  it('closed without accepting leaves the box as it was', async () => {
    showForm()
    fireEvent.click(screen.getByRole('button', { name: '隐私政策' }))
    fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
    expect(consent().checked).toBe(false)
  })

  it('asks for account and password, on leaving a field and on sending, and goes to the first that is missing', () => {
    showForm()
    fireEvent.blur(account())
    expect(screen.getByText('请输入正确账号')).toBeTruthy()
    type(account(), 'liming')
    expect(screen.queryByText('请输入正确账号')).toBeNull()
    fireEvent.click(consent())
    fireEvent.click(button())
    expect(screen.getByText('账号或密码输入错误')).toBeTruthy()
    expect(document.activeElement).toBe(password())
    type(account(), '   ')
    fireEvent.click(button())
    expect(screen.getByText('请输入正确账号')).toBeTruthy()
    expect(document.activeElement).toBe(account())
    expect(account().getAttribute('aria-invalid')).toBe('true')
    expect(door).not.toHaveBeenCalled()
  })

  it('sends once, shows that it is under way, and goes where the address wants, inside only', async () => {
    at('?redirect=%2FmyCurriculum%3Fstate%3Dcompleted')
    showForm()
    let send: (response: Response) => void = () => undefined
    door.mockReturnValueOnce(new Promise((resolve) => (send = resolve)))
    fillIn()
    fireEvent.click(button())
    const busy = screen.getByRole('button', { name: '正在登录' })
    expect(busy.getAttribute('aria-busy')).toBe('true')
    fireEvent.click(busy)
    fireEvent.submit(busy.closest('form')!)
    expect(door).toHaveBeenCalledTimes(1)
    expect(JSON.parse(String(door.mock.calls[0]![1].body))).toEqual({ account: 'liming', password: 'Train2026', consent: true })
    send(Response.json({ loggedIn: true }))
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/myCurriculum?state=completed'))
  })

  it.each([['https://evil.example/'], ['//evil.example'], ['/\\evil.example'], ['/login'], ['']])('does not follow %j', async (redirect) => {
    at(`?redirect=${encodeURIComponent(redirect)}`)
    showForm()
    answer(200, { loggedIn: true })
    fillIn()
    fireEvent.click(button())
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
  })

  it('shows the platform\'s refusal at the form and loses nothing that was typed', async () => {
    showForm()
    answer(409, { error: { code: 'rejected', message: '用户名不存在或者密码错误' } })
    fillIn()
    fireEvent.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe('用户名不存在或者密码错误')
    expect([account().value, password().value, consent().checked]).toEqual(['liming', 'Train2026', true])
    expect(document.activeElement).toBe(password())
    expect(button().disabled).toBe(false)
    expect(assign).not.toHaveBeenCalled()
  })

  it('says a known refusal in the page\'s language and an unknown one as it came', async () => {
    showForm({}, 'en')
    fireEvent.input(screen.getByLabelText('Account'), { target: { value: 'liming' } })
    fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'x' } })
    fireEvent.click(screen.getByRole('checkbox'))
    answer(409, { error: { code: 'rejected', message: '用户帐号已被锁定' } })
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This account is locked for now. Please try again later or contact your administrator')
    answer(409, { error: { code: 'rejected', message: '本单位已停用. 请联系' } })
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('本单位已停用. 请联系'))
  })

  it('shows what the platform says before a login as information', async () => {
    showForm()
    answer(200, { loggedIn: false, notice: '账号将于明日到期' })
    fillIn()
    fireEvent.click(button())
    expect(await screen.findByText('账号将于明日到期')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('账号将于明日到期')
    expect(assign).not.toHaveBeenCalled()
  })

  it.each([[504, 'timeout', '网络请求超时'], [502, 'failed', '接口请求失败'], [401, 'expired', '接口请求失败'], [404, 'missing', '接口请求失败'], [429, 'busy', '操作太频繁，请稍后再试']])('says %i in people\'s words', async (status, code, text) => {
    showForm()
    answer(status, { error: { code } })
    fillIn()
    fireEvent.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('says 接口请求失败 when the server cannot be reached, and can be tried again', async () => {
    showForm()
    door.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    fillIn()
    fireEvent.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe('接口请求失败')
    answer(200, { loggedIn: true })
    fireEvent.click(button())
    await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  })

  it('lets strangers in only where the tenant does', () => {
    const { unmount } = showForm()
    expect(screen.getByRole('link', { name: '注册' }).getAttribute('href')).toBe('/register')
    expect(screen.getByRole('link', { name: '忘记密码' }).getAttribute('href')).toBe('/resetPassword')
    unmount()
    showForm({ links: null })
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('can be filled in by the browser and by password managers', () => {
    showForm()
    expect(account().autocomplete).toBe('username')
    expect(password().autocomplete).toBe('current-password')
    expect(password().type).toBe('password')
    // Nobody takes what is pasted away.
    for (const field of [account(), password()]) expect(fireEvent.paste(field, { clipboardData: { getData: () => 'Train2026' } })).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: '显示密码' }))
    expect(password().type).toBe('text')
  })

  it('tells of the Caps Lock key while the password is typed', () => {
    showForm()
    const key = Object.assign(new KeyboardEvent('keydown', { key: 'A', bubbles: true }), { getModifierState: (name: string) => name === 'CapsLock' })
    fireEvent(password(), key)
    expect(screen.getByText('大写锁定已开启')).toBeTruthy()
    fireEvent.blur(password())
    expect(screen.queryByText('大写锁定已开启')).toBeNull()
  })

  it('says once that the session is over, and has what is left of it looked at', async () => {
    const said: ToastOrder[] = []
    const leave = serveToasts((order) => said.push(order))
    answer(200, { alive: false })
    at('?redirect=%2FMyStudy&reason=expired')
    const replaced = vi.spyOn(history, 'replaceState').mockImplementation(() => undefined)
    showForm()
    await waitFor(() => expect(said.map(({ kind, text }) => [kind, text])).toEqual([['error', '用户凭证已过期']]))
    expect(door.mock.calls.map(([url]) => url)).toEqual(['/api/public/session/check'])
    expect(String(replaced.mock.calls[0]![2])).toBe('http://localhost/login?redirect=%2FMyStudy')
    replaced.mockRestore()
    leave()
  })

  it('keeps account and consent, never the password, over a switch of language', () => {
    const { unmount } = showForm()
    fillIn()
    fireEvent(window, new Event('pagehide'))
    unmount()
    expect(JSON.stringify(sessionStorage)).not.toContain('Train2026')
    showForm({}, 'ja')
    expect(screen.getByLabelText<HTMLInputElement>('アカウント').value).toBe('liming')
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'ログイン' }).disabled).toBe(false)
  })
})
