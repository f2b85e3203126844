import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { attachmentNamed } from '@/lib/request/attachment'
import { listCertificates } from '@/lib/training/certificates'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, getRequestConfig: (config: unknown) => config }))

/** What stands in the header: one value of printable ASCII with both names, and nothing after them. */
const grammar = /^attachment; filename="([\x20\x21\x23-\x5b\x5d-\x7e]*)"; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})*)$/
const namesIn = (header: string) => {
  const [, plain = '', encoded = ''] = grammar.exec(header) ?? expect.fail(`no such header: ${header}`)
  return { plain, name: decodeURIComponent(encoded) }
}

const names: [string, string, string][] = [
  ['a plain name', 'HN-2025-001877', 'HN-2025-001877'],
  ['Chinese', '证书（安全）-七', '证书（安全）-七'],
  ['quotes', `a"; filename="evil.html' b`, `a__ filename=_evil.html' b`],
  ['a new line', 'a\r\nSet-Cookie: sid=x\r\n\r\n<script>', 'a__Set-Cookie_ sid=x_____script_'],
  ['a way up', '../../etc/passwd\\..\\x', '.._.._etc_passwd_.._x'],
  ['letters that turn others round', 'gnp.\u202eexe', 'gnp._exe'],
  ['half a letter', 'x\ud800y', 'x\ufffdy'],
  ['what the header itself is made of', `it's (1)*!%41`, `it's (1)_!_41`],
]

/** So much of a long one stays that there are 100 with its kind, and no half letter. */
const longNames: [string, string, string][] = [
  ['digits without end', '1'.repeat(7_500), '1'.repeat(96)],
  ['Chinese without end', '证'.repeat(7_500), '证'.repeat(96)],
  ['letters that are two halves', `x${'𠮷'.repeat(3_000)}`, `x${'𠮷'.repeat(47)}`],
]

describe('a name in a header', () => {
  it.each(names)('of %s is encoded', (_what, name, kept) => {
    expect(namesIn(attachmentNamed(name))).toEqual({ plain: kept.replace(/[^\x20-\x7e]/g, '_'), name: kept })
  })

  it.each([...longNames, ['just as many as it takes', '9'.repeat(96), '9'.repeat(96)]])('of %s is cut before its kind', (_what, name, kept) => {
    expect(namesIn(attachmentNamed(`${name}.pdf`)).name).toBe(`${kept}.pdf`)
  })

  it('without a kind is cut at its end', () => {
    expect(namesIn(attachmentNamed('a'.repeat(101))).name).toBe('a'.repeat(100))
    expect(namesIn(attachmentNamed(`a.${'b'.repeat(200)}`)).name).toBe(`a.${'b'.repeat(98)}`)
  })
})

describe('a door that gives a file to keep', () => {
  const platform = mountPlatform()
  const door = (name: string) => mountedDoors.find((one) => one.name === name)!
  async function logIn(account: string): Promise<string> {
    const { set } = await knock(door('POST /api/public/session'), { fields: { account, password: 'Train2026', consent: true } })
    return set.filter(({ name }) => name === 'sid').map(({ name, value }) => `${name}=${value}`).at(-1)!
  }
  /** Has the platform answer a call with other words of somebody else's choice. */
  const spoilt = (path: string, change: (text: string) => string) =>
    platform.server.use(http.get(`${UPSTREAM}${path}`, async ({ request }) => HttpResponse.text(change(await (await platform.api().app.fetch(request)).text()), { headers: { 'content-type': 'application/json' } })))
  const within = (text: string) => JSON.stringify(text).slice(1, -1)

  it.each([...names, longNames[0]!])('names the PDF of a certificate by its number: %s', async (_what, number, kept) => {
    const cookie = await logIn('zhaoqiang')
    const years = await listCertificates(await platform.learner('zhaoqiang', 82))
    const [{ id, number: before } = expect.fail('there is no certificate')] = years.flatMap(({ certificates }) => certificates)
    spoilt('/train/app/plan/getMyClassCertificate', (text) => text.replace(`"${before}"`, `"${within(number)}"`))
    const { status, headers } = await knock(door('GET /api/certificates/pdf'), { cookie, fields: { id } })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(namesIn(headers.get('content-disposition')!).name).toBe(`${kept}.pdf`)
    platform.server.resetHandlers()
  }, 60_000)

  it.each([['li"ming\r\nX-Injected: 1', 'li_ming_X-Injected_1'], ['李明', '_']])('names the record by the account: %j', async (account, kept) => {
    const cookie = await logIn('liming')
    spoilt('/admin/user/app/userInfo/:id', (text) => text.replaceAll('"liming"', `"${within(account)}"`))
    const { status, headers } = await knock(door('GET /api/account/record'), { cookie })
    expect([status, headers.get('content-type'), headers.get('x-injected')]).toEqual([200, 'application/zip', null])
    expect(namesIn(headers.get('content-disposition')!).name).toMatch(new RegExp(`^study-record-${kept}-\\d{4}-\\d\\d-\\d\\d\\.zip$`))
    platform.server.resetHandlers()
  })
})
