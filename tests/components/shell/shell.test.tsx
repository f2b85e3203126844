// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EntryFrame } from '@/components/session/entry-frame'
import { GuestPage } from '@/components/shell/guest-page'
import LanguageQuestion from '@/components/shell/language-question'
import { LogOutDialog } from '@/components/shell/log-out'
import { RouteFocus } from '@/components/shell/route-focus'
import { Shell } from '@/components/shell/shell'
import type { Locale } from '@/lib/domain/locale'
import { setLanguage } from '@/lib/i18n/switch-language'
import { bff, BffError } from '@/lib/queries/bff'
import { unreadCountQuery } from '@/lib/queries/messages'
import { routes } from '@/lib/routes'
import { serveToasts, type ToastOrder } from '@/components/ui/notify'
import { show } from '../../support/render'

let path = routes.myCourses()
let query = ''
vi.mock('next/navigation', () => ({ usePathname: () => path, useSearchParams: () => new URLSearchParams(query), useRouter: () => ({ push: () => {}, refresh: () => {} }) }))
vi.mock('@/lib/i18n/switch-language', () => ({ setLanguage: vi.fn() }))
vi.mock('@/lib/i18n/kept-place', () => ({ restorePlace: () => {} }))

const tenant = { title: '卓越职业技术培训平台', logoUrl: null, filingNumber: '京ICP备2026000082号' }
const learner = { name: '李明', avatarUrl: null }
type Options = { unread?: number; locale?: Locale; exerciseBank?: boolean; languageSwitch?: boolean }

function shell({ unread = 0, locale, exerciseBank = false, languageSwitch = false }: Options = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(unreadCountQuery.queryKey, unread)
  return show(
    <QueryClientProvider client={client}>
      <Shell tenant={tenant} learner={learner} exerciseBank={exerciseBank} languageSwitch={languageSwitch}><h1>我的课程</h1></Shell>
    </QueryClientProvider>,
    locale,
  )
}

const links = (name: string) => within(screen.getByRole('navigation', { name })).getAllByRole('link')
const openUserMenu = () => {
  fireEvent.click(screen.getAllByRole('button', { name: '用户菜单：李明' })[0]!)
  return within(screen.getByRole('menu'))
}
const toasts: ToastOrder[] = []
let stopToasts = () => {}
beforeEach(() => {
  path = routes.myCourses()
  query = ''
  toasts.length = 0
  stopToasts = serveToasts((toast) => toasts.push(toast))
})
afterEach(() => {
  stopToasts()
  vi.restoreAllMocks()
})

describe('header', () => {
  it('leads everywhere and marks where one is', () => {
    shell()
    expect(links('主导航').map((link) => link.textContent)).toEqual(['首页', '我的课程', '我的计划', '我的考试', '课程库', '培训计划库', '个人中心'])
    expect(links('主导航').filter((link) => link.hasAttribute('aria-current')).map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([['我的课程', 'page']])
  })

  it('marks the place that a detail belongs to', () => {
    path = routes.courseDetail('1').split('?')[0]!
    shell()
    expect(links('主导航').find((link) => link.textContent === '我的课程')?.getAttribute('aria-current')).toBe('true')
    expect(links('底部导航').find((link) => link.getAttribute('aria-label') === '我的课程')?.getAttribute('aria-current')).toBe('true')
  })

  it('has the exercise centre in its edition only', () => {
    shell({ exerciseBank: true })
    expect(links('主导航').map((link) => link.textContent)).toContain('练习中心')
  })

  it('says how many messages are unread', () => {
    shell({ unread: 5 })
    const bell = screen.getByRole('link', { name: '消息，有 5 条未读' })
    expect(bell.getAttribute('href')).toBe(routes.personalCentre('messages'))
    expect(bell.querySelector('.dot')).not.toBeNull()
  })

  it('has no dot without unread messages', () => {
    shell()
    expect(screen.getByRole('link', { name: '消息' }).querySelector('.dot')).toBeNull()
  })

  it('offers the login to visitors, without tab bar', () => {
    vi.spyOn(bff, 'get').mockRejectedValue(new BffError('failed'))
    show(<GuestPage tenant={tenant}><h1>新闻</h1></GuestPage>)
    expect(screen.getByRole('link', { name: '登录' }).getAttribute('href')).toBe(routes.login())
    expect(screen.queryByRole('navigation', { name: '底部导航' })).toBeNull()
  })

  it('leads from a public page in English to the login in English', async () => {
    vi.spyOn(bff, 'get').mockRejectedValue(new Error('nobody'))
    show(<GuestPage tenant={tenant}><h1>News</h1></GuestPage>, 'en')
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/en/login')
  })

  it('gives back to a learner on a public page what is theirs', async () => {
    vi.spyOn(bff, 'get').mockImplementation(async (path) => (path === 'public/session/who' ? { learner, exerciseBank: true } : { count: 0 }) as never)
    show(<GuestPage tenant={tenant}><h1>新闻</h1></GuestPage>)
    expect(await screen.findByRole('button', { name: '用户菜单：李明' })).toBeTruthy()
    expect(links('主导航').map((link) => link.textContent)).toContain('练习中心')
    expect(screen.queryByRole('link', { name: '登录' })).toBeNull()
  })

  it('asks anew who is there when the browser shows a public page again as it was kept: somebody has logged in, or out', async () => {
    let who: typeof learner | null = null
    const get = vi.spyOn(bff, 'get').mockImplementation(async (path) => (path === 'public/session/who' ? { learner: who, exerciseBank: false } : { count: 0 }) as never)
    show(<GuestPage tenant={tenant}><h1>新闻</h1></GuestPage>)
    await waitFor(() => expect(get).toHaveBeenCalledOnce())
    who = learner
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    expect(await screen.findByRole('button', { name: '用户菜单：李明' })).toBeTruthy()
    who = null
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    expect(await screen.findByRole('link', { name: '登录' })).toBeTruthy()
    expect(screen.queryByText('李明')).toBeNull()
  })

  it('marks the tenant’s own words in another language', () => {
    shell({ locale: 'en' })
    expect(screen.getAllByText(tenant.title).map((title) => title.getAttribute('lang'))).toEqual(['zh-Hans', 'zh-Hans'])
  })
})

describe('user menu', () => {
  it('changes the theme at once and remembers it', () => {
    shell()
    fireEvent.click(openUserMenu().getByRole('menuitemradio', { name: '深色' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(document.cookie).toContain('theme=dark')
    expect(screen.getByRole('menuitemradio', { name: '深色' }).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(screen.getByRole('menuitemradio', { name: '跟随系统' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })

  it('asks before it switches the language', async () => {
    vi.stubGlobal('fetch', vi.fn(async () => Response.json({ status: 'ok' })))
    shell()
    fireEvent.click(openUserMenu().getByRole('menuitemradio', { name: 'English' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('切换为“English”后，页面将重新加载。')).toBeTruthy()
    fireEvent.click(question.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(setLanguage).toHaveBeenCalledWith('en'))
    expect(fetch).toHaveBeenCalledWith('/api/health', expect.anything())
  })

  it.each([
    ['zh', 'cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), '现在无法连接服务器'], ['en', 'is away', async () => new Response(null, { status: 502 }), 'The server cannot be reached now'],
    ['ja', 'cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'サーバーに接続できない'],
  ] as const)('keeps the language (%s) while the web %s, and says why beside the choice', async (locale, _why, answer, words) => {
    vi.mocked(setLanguage).mockClear()
    vi.stubGlobal('fetch', vi.fn(answer))
    const cancel = vi.fn()
    show(<LanguageQuestion wanted={locale === 'en' ? 'zh' : 'en'} onCancel={cancel} />, locale)
    const [, confirm] = within(screen.getByRole('alertdialog')).getAllByRole('button')
    fireEvent.click(confirm!)
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(setLanguage).not.toHaveBeenCalled()
    vi.stubGlobal('fetch', vi.fn(async () => Response.json({ status: 'ok' })))
    fireEvent.click(confirm!)
    await waitFor(() => expect(setLanguage).toHaveBeenCalledOnce())
  })

  it('asks before it logs out, and stays when that fails', async () => {
    const post = vi.spyOn(bff, 'post').mockRejectedValue(new BffError('failed'))
    shell()
    fireEvent.click(openUserMenu().getByRole('menuitem', { name: '退出登录' }))
    const question = within(await screen.findByRole('alertdialog', { name: '确定注销并退出系统吗？' }))
    expect(post).not.toHaveBeenCalled()
    fireEvent.click(question.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(toasts.map(({ kind, text }) => [kind, text])).toEqual([['error', '退出登录失败，请重试']]))
    expect(post).toHaveBeenCalledExactlyOnceWith('session/end', {}, { anybody: true })
    expect(question.getByRole('alert').textContent).toBe('退出登录失败，请重试')
    fireEvent.click(question.getByRole('button', { name: '取消' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('a page of somebody who has logged out', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is read again when the browser shows it once more as it was', async () => {
    const [assign, reload] = [vi.fn(), vi.fn()]
    vi.spyOn(bff, 'post').mockResolvedValue({ loggedOut: true } as never)
    vi.stubGlobal('location', { assign, reload })
    show(<LogOutDialog open onClose={() => {}} />)
    fireEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith(routes.login()))
    expect(reload).not.toHaveBeenCalled()
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('footer', () => {
  const footer = () => within(screen.getByRole('contentinfo'))

  it('names licence, filing number and the client download', () => {
    shell()
    expect(footer().getByText(tenant.filingNumber)).toBeTruthy()
    expect(footer().getByText('客户端下载').closest('a')?.getAttribute('href')).toBe(routes.downloads())
    expect(screen.getByRole('contentinfo').textContent).toContain('© 卓越职业技术培训平台 版权所有')
    expect(footer().queryByRole('group', { name: '语言' })).toBeNull()
  })

  it('has the languages for tenants that say so; refusing says 取消切换', async () => {
    shell({ languageSwitch: true })
    const choice = within(footer().getByRole('group', { name: '语言' }))
    expect(choice.getAllByRole('button').map((button) => [button.textContent, button.getAttribute('aria-pressed')])).toEqual([['简体中文', 'true'], ['English', 'false'], ['日本語', 'false']])
    fireEvent.click(choice.getByRole('button', { name: '日本語' }))
    fireEvent.click(await screen.findByRole('button', { name: '取消' }))
    expect(toasts.map(({ text }) => text)).toEqual(['取消切换'])
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('route change', () => {
  it('takes the focus to the heading, not on the first page', () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    client.setQueryData(unreadCountQuery.queryKey, 0)
    const page = (title: string) => (
      <QueryClientProvider client={client}><Shell tenant={tenant} learner={learner} exerciseBank={false} languageSwitch={false}>{title && <h1>{title}</h1>}</Shell></QueryClientProvider>
    )
    const { rerender } = show(page('我的课程'))
    expect(document.activeElement).toBe(document.body)
    path = routes.myPlans()
    rerender(page('我的计划'))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '我的计划' }))
  })

  it('waits for a heading that is on its way', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    client.setQueryData(unreadCountQuery.queryKey, 0)
    const page = (title: string) => (
      <QueryClientProvider client={client}><Shell tenant={tenant} learner={learner} exerciseBank={false} languageSwitch={false}>{title && <h1>{title}</h1>}</Shell></QueryClientProvider>
    )
    const { rerender } = show(page('我的课程'))
    path = routes.myExams()
    rerender(page(''))
    rerender(page('我的考试'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '我的考试' })))
  })

  const views = (heading: string, here: string) => {
    const [at = '', asked = ''] = here.split('?')
    path = at
    query = asked
    return <><RouteFocus /><nav className="tabs"><button>目录</button></nav><main><h1 key={heading}>{heading}</h1><input aria-label="搜索" /></main></>
  }

  it('is also one to another view under the same path: a message and back, a place of the personal centre, another course, another result, another study time', () => {
    const { rerender } = show(views('我的消息', '/MyStudy?thisId=1'))
    for (const [heading, here] of [['开课通知', '/MyStudy?thisId=1&message=7'], ['我的消息', '/MyStudy?thisId=1'], ['我的证书', '/MyStudy?tab=certificates'], ['低压电工', '/CurriculumDetil?id=1'], ['高压电工', '/CurriculumDetil?id=2'], ['第 1 次', '/TestResult?examPlanId=1&instanceId=1'], ['第 2 次', '/TestResult?examPlanId=1&instanceId=2'], ['低压电工的学习时间', '/StudyTime?courseId=1'], ['高压电工的学习时间', '/StudyTime?courseId=2'], ['计划的学习时间', '/StudyTime?planId=2'], ['另一计划的学习时间', '/StudyTime?planId=3']] as const) {
      rerender(views(heading, here))
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: heading }))
      document.activeElement instanceof HTMLElement && document.activeElement.blur()
    }
  })

  it('is none when a list is filtered or paged, an exercise writes down what it drew, or a page turns one of its tabs', () => {
    const { rerender } = show(views('我的消息', '/MyStudy?thisId=1'))
    const field = screen.getByLabelText('搜索')
    field.focus()
    rerender(views('我的消息', '/MyStudy?thisId=1&state=unread&page=2'))
    expect(document.activeElement).toBe(field)
    rerender(views('练习', '/ToBrushQuestions?subjectId=1'))
    field.focus()
    rerender(views('练习', '/ToBrushQuestions?subjectId=1&drawId=7'))
    expect(document.activeElement).toBe(screen.getByLabelText('搜索'))
    rerender(views('低压电工', '/CurriculumDetil?id=1'))
    const tab = screen.getByText('目录')
    tab.focus()
    rerender(views('低压电工', '/CurriculumDetil?id=1&tab=catalogue'))
    expect(document.activeElement).toBe(tab)
  })

  it('takes the focus along on the way in', () => {
    const entry = (title: string, at: string) => {
      path = at
      return <EntryFrame tenant={tenant} title={title} text=""><button>注册</button></EntryFrame>
    }
    const { rerender } = show(entry('登录', routes.login()))
    screen.getByText('注册').focus()
    rerender(entry('平台注册', routes.register()))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '平台注册' }))
  })
})
