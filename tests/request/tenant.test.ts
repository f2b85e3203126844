import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { siteFileOf } from '@/lib/request/site-file'
import { currentTenant, requireTenant } from '@/lib/request/tenant'
import { UPSTREAM } from '../support/platform'
import { within } from '../support/request-scope'
import { linesWith, sources } from '../support/sources'

vi.mock('next/headers', () => import('../support/request-scope'))

const server = setupServer(http.get(`${UPSTREAM}/admin/tenant/tenantExt`, ({ request }) => {
  const domain = new URL(request.url).searchParams.get('domain')
  const titles: Record<string, string | null> = { 'nameless.example': null, 'empty.example': '', 'named.example': '卓越职业技术培训平台' }
  return HttpResponse.json({ code: 0, data: domain && domain in titles ? { tenantId: 82, webTitle: titles[domain], webLogoUrl: '', themeColor: null } : null })
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
