import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { siteFileOf } from '@/lib/request/site-file'
import { currentTenant, requireTenant, tenantOfLearner } from '@/lib/request/tenant'
import { forgetKept } from '@/lib/request/tenant-cache'
import { UPSTREAM } from '../support/platform'
import { within } from '../support/request-scope'
import { linesWith, sources } from '../support/sources'

vi.mock('next/headers', () => import('../support/request-scope'))

const server = setupServer(http.get(`${UPSTREAM}/admin/tenant/tenantExt`, ({ request }) => {
  const domain = new URL(request.url).searchParams.get('domain')
  const titles: Record<string, string | null> = { 'nameless.example': null, 'empty.example': '', 'named.example': '卓越职业技术培训平台', 'whole.example': '卓越职业技术培训平台' }
  return HttpResponse.json({ code: 0, data: domain && domain in titles ? { tenantId: 82, webTitle: titles[domain], webLogoUrl: domain.startsWith('whole') ? '/admin/file/logo/82.png' : '', themeColor: null } : null })
}))
beforeAll(() => server.listen())
afterAll(() => server.close())

const ofRequest = async (host: string, locale?: 'en') => (await within(new Headers({ host }), () => currentTenant(locale))).value

describe('a tenant without a title', () => {
  it.each(['nameless.example', 'empty.example'])('is named as the platform is, in the language of the page: %s', async (domain) => {
    const titles = await Promise.all((['zh', 'en', 'ja'] as const).map(async (locale) => (await requireTenant(domain, locale)).title))
    expect(titles).toEqual(['技术培训平台', 'Technical Training Platform', '技術研修プラットフォーム'])
    expect((await ofRequest(domain, 'en'))?.title).toBe('Technical Training Platform')
  })

  it('has a name where it is installed as an app', async () => {
    const manifest = (await (await siteFileOf((await ofRequest('nameless.example'))!, '/manifest.webmanifest'))!.json()) as object
    expect(manifest).toMatchObject({ name: '技术培训平台', short_name: '技术培训平台' })
  })

  it('is named nowhere else, so that everything that shows its name shows the same', () => {
    expect(linesWith(sources(['app', 'components', 'lib']), /\btitle \|\| |'defaultTitle'/).filter((line) => /tenant|defaultTitle/i.test(line))).toEqual([])
  })
})

it('a tenant keeps its own title in every language', async () => {
  expect([(await requireTenant('named.example', 'en')).title, (await ofRequest('named.example'))?.title]).toEqual(['卓越职业技术培训平台', '卓越职业技术培训平台'])
})

describe('what the record of a tenant lacks, its learners see from the second source', () => {
  const learner = new Learner({ id: '1', tenantId: '82', username: 'liming', locale: 'en', token: 'secret' })
  const ofLearner = async (host: string) => (await within(new Headers({ host }), () => tenantOfLearner(learner))).value
  /** Asks until the second source has been heard: the first page waits half a second for it, and what comes later is kept for the next. */
  const heard = (host: string, told: object) => vi.waitFor(async () => expect(await ofLearner(host)).toMatchObject(told), { timeout: 10_000 })
  let asked: (string | null)[] = []
  const second = (reply: () => Response) => server.use(http.get(`${UPSTREAM}/admin/tenant/findTenantExtInfo/82`, ({ request }) => {
    asked.push(request.headers.get('authorization'))
    return reply()
  }))
  const full = () => HttpResponse.json({ code: 0, data: { tenantId: 82, webTitle: '东岭电力培训', webLogoUrl: '/admin/file/logo/7.png' } })
  afterEach(() => {
    asked = []
    forgetKept()
    server.resetHandlers()
  })

  it('name and logo, asked once for all, as a learner', async () => {
    second(full)
    await heard('nameless.example', { title: '东岭电力培训' })
    expect([await ofLearner('nameless.example'), await ofLearner('empty.example')]).toEqual([
      expect.objectContaining({ title: '东岭电力培训', logoUrl: expect.stringContaining('logo/7.png'), domain: 'nameless.example' }),
      expect.objectContaining({ title: '东岭电力培训', domain: 'empty.example' }),
    ])
    expect(asked).toEqual(['Bearer secret'])
  })

  it('but nothing that the record has, and nobody is asked where it has both', async () => {
    second(full)
    await heard('named.example', { logoUrl: expect.stringContaining('logo/7.png') })
    expect(await ofLearner('named.example')).toMatchObject({ title: '卓越职业技术培训平台', logoUrl: expect.stringContaining('logo/7.png') })
    forgetKept()
    asked = []
    expect(await ofLearner('whole.example')).toMatchObject({ title: '卓越职业技术培训平台', logoUrl: expect.stringContaining('logo/82.png') })
    expect(asked).toEqual([])
  })

  it('and public pages stay as they are for everybody', async () => {
    second(full)
    await heard('nameless.example', { title: '东岭电力培训' })
    expect(await requireTenant('nameless.example', 'en')).toMatchObject({ title: 'Technical Training Platform', logoUrl: null })
  })

  it.each([['missing', () => new HttpResponse(null, { status: 404 })], ['over', () => HttpResponse.json({ code: 1, msg: '用户凭证已过期' }, { status: 401 })], ['nothing', () => HttpResponse.json({ code: 0, data: null })]])('or what the platform is called where it is %s, which is remembered', async (_what, reply) => {
    second(reply)
    for (let time = 0; time < 2; time += 1) expect(await ofLearner('nameless.example')).toMatchObject({ title: 'Technical Training Platform', logoUrl: null })
    await vi.waitFor(() => expect(asked.length).toBe(1), { timeout: 10_000 })
  })
})
