// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ContactRow } from '@/components/account/contact-row'
import { PasswordDialog } from '@/components/account/password-dialog'
import { RecordSection } from '@/components/account/record-section'
import CertificateDialog from '@/components/certificates/certificate-dialog'
import { AttachmentLink } from '@/components/content/attachment-link'
import { MarkRead } from '@/components/messages/mark-read'
import { MessageList } from '@/components/messages/message-list'
import { serveToasts } from '@/components/ui/notify'
import type { Certificate } from '@/lib/domain/certificates'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }))
const door = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const assign = vi.fn()
const clicked = vi.fn()
const toasts: string[] = []
let stop = () => {}
const answer = (status: number, body: unknown) => door.mockImplementation(async () => Response.json(body, { status }))
beforeEach(() => {
  toasts.length = 0
  for (const spy of [door, assign, clicked]) spy.mockReset()
  vi.stubGlobal('fetch', door)
  vi.stubGlobal('location', { href: 'http://localhost/MyName', pathname: '/MyName', search: '?a=1', assign })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) { clicked(this.getAttribute('href'), this.download) })
  URL.createObjectURL = () => 'blob:file'
  stop = serveToasts(({ kind, text }) => toasts.push(`${kind}: ${text}`))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const input = (name: string, value: string) => fireEvent.input(screen.getByLabelText(name, { selector: 'input' }), { target: { value } })
const asked = (element: ReactElement) => show(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>)

const certificate: Certificate = { id: '9501', name: '低压电工', learnerName: '李明', workNumber: null, number: 'HN/1', issuer: '中心', logoUrl: null, obtainedAt: '2026-03-01T08:00:00+08:00', validity: { kind: 'permanent' }, layout: 'vertical', checkCode: null }
const shownCertificate = () => show(<CertificateDialog certificate={certificate} checkUrl={null} onClose={() => {}} />)
const message = { id: '1', title: '消息', sender: '中心', sentAt: null, unread: true, hasAttachment: false }
const attachment = (url: string) => show(<AttachmentLink url={url} name="甲.pdf">甲</AttachmentLink>)
const follow = () => fireEvent.click(screen.getByRole('link', { name: '甲' }))

/** What asks a door without a query, and how it is brought to ask. */
const places: [string, () => void][] = [
  ['a changed phone', () => {
    show(<ContactRow learnerId="820001" field="phone" initial="" />)
    press('修改联系电话')
    input('联系电话', '13800000002')
    press('确认')
  }],
  ['a new password', () => {
    show(<PasswordDialog onClose={() => {}} />)
    input('原密码', 'old123')
    input('新密码', 'new123')
    input('确认密码', 'new123')
    press('确定')
  }],
  ['the record', () => {
    show(<RecordSection />)
    press('下载学习档案')
  }],
  ['a certificate', () => {
    shownCertificate()
    press('下载 PDF')
  }],
  ['messages that are marked', () => {
    asked(<MessageList view={{ state: 'all', page: 1, size: 10 }} list={{ items: [message], total: 1, page: 1, size: 10 }} pager={null} />)
    press('全部标为已读')
  }],
  ['a message that is opened', () => void asked(<MarkRead id="1" />)],
  ['an attachment', () => {
    attachment('/api/files/train/file/message/1.pdf')
    follow()
  }],
]

describe('a failure that ends the work', () => {
  it.each(places)('leads to no access, and says nothing else: %s', async (_what, act) => {
    answer(403, { error: { code: 'forbidden' } })
    act()
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/401'))
    expect(toasts).toEqual([])
  })

  it('leads to the login and back, said once each time the page is left', async () => {
    answer(401, { error: { code: 'expired' } })
    for (const [, act] of places.slice(0, 3)) act()
    await waitFor(() => expect(door.mock.calls.length).toBeGreaterThanOrEqual(3))
    await waitFor(() => expect(assign.mock.calls).toEqual([['/login?redirect=%2FMyName%3Fa%3D1&reason=expired']]))
    expect(toasts).toEqual(['error: 用户凭证已过期'])
    // The browser has kept the page and shows it again.
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    cleanup()
    places[2]![1]()
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2))
  })
})

describe('a failure that can be mended', () => {
  it.each(places.slice(0, 5))('stands beside its button as well, until it is tried again: %s', async (_what, act) => {
    answer(502, { error: { code: 'failed' } })
    act()
    const words = (await screen.findByRole('alert')).textContent
    expect(toasts.map((text) => text.replace(/^\w+: /, ''))).toEqual([words])
  })
})

describe('a certificate as PDF', () => {
  it('is kept under the name the door gives it', async () => {
    door.mockResolvedValue(new Response('pdf', { headers: { 'content-disposition': 'attachment; filename*=UTF-8\'\'HN-1.pdf' } }))
    shownCertificate()
    press('下载 PDF')
    await waitFor(() => expect(clicked).toHaveBeenCalledWith('blob:file', 'HN-1.pdf'))
  })

  it.each([[429, 'busy', '操作太频繁，请稍后再试'], [504, 'timeout', '网络请求超时'], [502, 'failed', 'PDF 生成失败']])('that is not to be had (%i) says why', async (status, code, words) => {
    answer(status, { error: { code } })
    shownCertificate()
    press('下载 PDF')
    await waitFor(() => expect(toasts.join()).toMatch(new RegExp(`^error: ${words}`)))
  })
})

describe('an attachment', () => {
  const url = '/api/public/files/train/file/notice/1.pdf'

  it('is asked for, and then fetched by the browser itself, once', async () => {
    door.mockImplementation(async () => new Response('a large file'))
    attachment(url)
    follow()
    follow()
    await waitFor(() => expect(clicked).toHaveBeenCalledWith(url, '甲.pdf'))
    expect(door.mock.calls.map(([address]) => address)).toEqual([url])
    expect(door.mock.calls[0]![1].signal!.aborted).toBe(true)
  })

  it('says in the platform’s words why it cannot be had; of those for everybody, strangers are led nowhere', async () => {
    answer(409, { error: { code: 'rejected', message: '附件已被撤回' } })
    attachment(url)
    follow()
    await waitFor(() => expect(toasts).toEqual(['error: 附件已被撤回']))
    answer(401, { error: { code: 'expired' } })
    follow()
    await waitFor(() => expect(toasts.at(-1)).toBe('error: 接口请求失败'))
    expect([clicked.mock.calls, assign.mock.calls]).toEqual([[], []])
  })

  it('that is not there is missing', async () => {
    answer(404, { error: { code: 'missing' } })
    attachment(url)
    follow()
    await waitFor(() => expect(toasts).toEqual(['error: 内容不存在']))
  })

  it('works without scripts, and elsewhere as the browser would', () => {
    attachment('https://files.example/1.pdf')
    expect(fireEvent.click(screen.getByRole('link', { name: '甲' }))).toBe(true)
    expect(screen.getByRole('link', { name: '甲' }).getAttribute('href')).toBe('https://files.example/1.pdf')
    expect(door).not.toHaveBeenCalled()
  })
})
