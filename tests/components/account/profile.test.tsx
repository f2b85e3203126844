// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvatarPanel } from '@/components/account/avatar-panel'
import { ContactRow } from '@/components/account/contact-row'
import { PasswordDialog } from '@/components/account/password-dialog'
import { tellSessionEnded } from '@/components/shell/session-line'
import { SessionWatch } from '@/components/shell/session-watch'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import { show } from '../../support/render'

const refresh = vi.hoisted(() => vi.fn())
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {}, refresh }), usePathname: () => '/MyName' }))
const door = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const assign = vi.fn()
const toasts: ToastOrder[] = []
let stop = () => {}
const answer = (status: number, body: unknown) => door.mockResolvedValueOnce(Response.json(body, { status }))
beforeEach(() => {
  toasts.length = 0
  door.mockReset()
  refresh.mockReset()
  assign.mockReset()
  vi.stubGlobal('fetch', door)
  vi.stubGlobal('location', { href: 'http://localhost/MyName', pathname: '/MyName', search: '', assign })
  stop = serveToasts((order) => toasts.push(order))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})
const said = () => toasts.map(({ kind, text }) => `${kind}: ${text}`)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('phone and e-mail', () => {
  it('toggle between reading and changing', async () => {
    answer(200, { kept: 'new@example.org' })
    show(<ContactRow learnerId="820001" field="email" initial="old@example.org" />)
    expect(screen.queryByRole('textbox')).toBeNull()
    press('修改邮箱地址')
    const input = screen.getByLabelText<HTMLInputElement>('邮箱地址')
    fireEvent.input(input, { target: { value: ' ' } })
    fireEvent.blur(input)
    expect(screen.getByText('请输入邮箱地址')).toBeTruthy()
    fireEvent.input(input, { target: { value: 'new@example.org' } })
    press('确认')
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(screen.getByText('new@example.org')).toBeTruthy()
    expect(said()).toEqual(['success: 修改成功'])
    expect(JSON.parse(String(door.mock.calls[0]![1].body))).toEqual({ email: 'new@example.org' })
    // Who comes back to the page later sees it too.
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('show what is kept of them', async () => {
    answer(200, { kept: '13900000001' })
    show(<ContactRow learnerId="820001" field="phone" initial="13800000001" />)
    press('修改联系电话')
    fireEvent.input(screen.getByLabelText('联系电话'), { target: { value: '+86 139 0000 0001' } })
    press('确认')
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(screen.getByText('13900000001')).toBeTruthy()
  })

  it('stay in change when they are refused, and say why beside the field', async () => {
    answer(409, { error: { code: 'rejected', message: '该手机号已被注册，请更换其他手机号码' } })
    show(<ContactRow learnerId="820001" field="phone" initial="13800000001" />)
    press('修改联系电话')
    fireEvent.input(screen.getByLabelText('联系电话'), { target: { value: '13800000002' } })
    press('确认')
    expect((await screen.findByRole('alert')).textContent).toBe('该手机号已被注册，请更换其他手机号码')
    expect(said()).toEqual(['warning: 修改失败'])
    expect(screen.getByLabelText<HTMLInputElement>('联系电话').value).toBe('13800000002')
  })

  it('are refused also without a word', async () => {
    answer(409, { error: { code: 'rejected' } })
    show(<ContactRow learnerId="820001" field="phone" initial="13800000001" />)
    press('修改联系电话')
    fireEvent.input(screen.getByLabelText('联系电话'), { target: { value: '13800000002' } })
    press('确认')
    expect((await screen.findByRole('alert')).textContent).toBe('修改失败')
    expect(said()).toEqual(['warning: 修改失败'])
  })

  it('are found as they were being typed after the page was read again, by whoever typed them', () => {
    sessionStorage.clear()
    const { unmount } = show(<ContactRow learnerId="820001" field="phone" initial="13800000001" />)
    press('修改联系电话')
    fireEvent.input(screen.getByLabelText('联系电话'), { target: { value: '139' } })
    fireEvent(window, new Event('pagehide'))
    unmount()
    const other = show(<ContactRow learnerId="820002" field="phone" initial="13800000009" />)
    expect(screen.queryByRole('textbox')).toBeNull()
    other.unmount()
    const again = show(<ContactRow learnerId="820001" field="phone" initial="13800000001" />)
    expect(screen.getByLabelText<HTMLInputElement>('联系电话').value).toBe('139')
    press('取消')
    fireEvent(window, new Event('pagehide'))
    again.unmount()
    show(<ContactRow learnerId="820001" field="phone" initial="13800000001" />)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  describe('being typed', () => {
    const row = () => show(<ContactRow learnerId="820001" field="phone" initial="13800000001" />)
    const kept = () => sessionStorage.getItem('contact:820001:phone')
    const typeAndHide = (text: string) => {
      press('修改联系电话')
      fireEvent.input(screen.getByLabelText('联系电话'), { target: { value: text } })
      fireEvent(window, new Event('pagehide'))
    }
    beforeEach(() => sessionStorage.clear())

    it('are kept where they differ from what stands there', () => {
      row()
      typeAndHide('13800000001')
      expect(kept()).toBeNull()
    })

    it('are not found a minute later', () => {
      const { unmount } = row()
      typeAndHide('139')
      unmount()
      const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
      row()
      now.mockRestore()
      expect(screen.queryByRole('textbox')).toBeNull()
      expect(kept()).toBeNull()
    })

    it('are not kept on once the change has ended, or the page comes back as it was', () => {
      row()
      typeAndHide('139')
      expect(kept()).toContain('139')
      fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
      expect(kept()).toBeNull()
      fireEvent(window, new Event('pagehide'))
      expect(kept()).toContain('139')
      press('取消')
      expect(kept()).toBeNull()
    })

    it.each(['here', 'in another window'])('are not kept when their learner logs out %s', async (where) => {
      show(<><SessionWatch learnerId="820001" /><ContactRow learnerId="820001" field="phone" initial="13800000001" /></>)
      const other = new BroadcastChannel('session')
      if (where === 'here') tellSessionEnded()
      else {
        other.postMessage('ended')
        await waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
      }
      typeAndHide('139')
      expect(kept()).toBeNull()
      other.close()
    })
  })

  it('change in a dialog on phones', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    show(<ContactRow learnerId="820001" field="phone" initial="" />)
    press('修改联系电话')
    expect(within(screen.getByRole('dialog', { name: '修改联系电话' })).getByLabelText('联系电话')).toBeTruthy()
    vi.restoreAllMocks()
  })
})

describe('the password', () => {
  const type = (name: string, value: string) => fireEvent.input(screen.getByLabelText(name, { selector: 'input' }), { target: { value } })
  const fill = (current: string, next: string, again = next) => {
    type('原密码', current)
    type('新密码', next)
    type('确认密码', again)
    press('确定')
  }

  it.each([
    ['', '', '', '请输入原密码'], ['', '', '', '请输入新密码'], ['', '', '', '请再次输入新密码'], ['old123', 'new12', 'new12', '密码不符合规范'], ['old123', 'n'.repeat(17), 'n'.repeat(17), '密码不符合规范'],
    ['old123', 'old123', 'old123', '新密码与原密码相同'], ['old123', 'new123', 'new124', '两次输入不一致'],
  ])('of %j to %j and %j is %s', (current, next, again, text) => {
    show(<PasswordDialog onClose={() => {}} />)
    fill(current, next, again)
    expect(screen.getByText(text)).toBeTruthy()
    expect(door).not.toHaveBeenCalled()
  })

  it('is another for who knows the old one, and one logs in again', async () => {
    answer(400, { error: { code: 'invalid', fields: { current: 'wrong' } } })
    show(<PasswordDialog onClose={() => {}} />)
    fill('old123', 'new123')
    expect(await screen.findByText('原密码输入错误')).toBeTruthy()
    answer(200, { changed: true })
    fill('old124', 'new123')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/login?reason=changed'))
    expect(said()).toEqual(['warning: 原密码输入错误', 'success: 修改成功'])
  })

  it('that is another ends the session in every window, of which this one says why', async () => {
    const [other, heard] = [new BroadcastChannel('session'), vi.fn()]
    show(<><SessionWatch learnerId="820001" /><PasswordDialog onClose={() => {}} /></>)
    other.onmessage = ({ data }: MessageEvent<unknown>) => heard(data)
    answer(502, { error: { code: 'failed' } })
    fill('old123', 'new123')
    await waitFor(() => expect(said()).toHaveLength(1))
    answer(200, { changed: true })
    press('确定')
    await waitFor(() => expect(heard).toHaveBeenCalledWith('ended'))
    expect(heard.mock.calls.filter(([data]) => data === 'ended')).toHaveLength(1)
    expect(assign.mock.calls).toEqual([['/login?reason=changed']])
    other.close()
  })

  it('that could not be sent is not called refused', async () => {
    answer(502, { error: { code: 'failed' } })
    answer(409, { error: { code: 'rejected', message: '密码不符合规范' } })
    show(<PasswordDialog onClose={() => {}} />)
    fill('old123', 'new123')
    await waitFor(() => expect(said()).toEqual(['warning: 接口请求失败']))
    press('确定')
    await waitFor(() => expect(said().at(-1)).toBe('warning: 修改失败'))
    expect(screen.getByRole('alert').textContent).toBe('密码不符合规范')
  })
})

describe('the avatar', () => {
  const KIND = '上传头像图片只能是 JPG或png 格式!'
  const choose = (content: BlobPart, kind: string, size?: number) => {
    const file = new File([content], 'me', { type: kind })
    if (size) Object.defineProperty(file, 'size', { value: size })
    fireEvent.change(screen.getByLabelText('头像'), { target: { files: [file] } })
  }

  it.each([
    ['GIF', 'GIF89a', 'image/gif', undefined, KIND],
    ['SVG that says it is PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png', undefined, KIND],
    ['archive that says it is JPEG', 'PK\u0003\u0004', 'image/jpeg', undefined, KIND],
    ['empty file', '', 'image/png', undefined, KIND],
    ['picture of 20 MB', '\u0089PNG', 'image/png', 20 * 1024 * 1024, '上传头像图片大小不能超过 20MB!'],
  ])('of a %s is refused before it is sent', async (_what, content, kind, size, words) => {
    show(<AvatarPanel avatarUrl={null} name="李明" />)
    choose(content, kind, size)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words))
    expect(said()).toEqual([`error: ${words}`])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(door).not.toHaveBeenCalled()
  })
})
