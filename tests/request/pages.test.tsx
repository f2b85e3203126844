import { beforeAll, describe, expect, it, vi } from 'vitest'
import { endAllSessions } from '@/lib/request/session'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform } from '../support/platform'
import { within } from '../support/request-scope'
import { visits } from '../support/screens'
import { nextWrite, writtenSince } from '../support/writes'

// Every page of learners as its file exports it, with neither framework, layout nor middleware around it: each asks itself who is there.

vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key, getRequestConfig: (config: unknown) => config, getNow: async () => new Date(), getLocale: async () => 'zh' }))

type Query = Record<string, string>
type Render = (props: { params: Promise<Query>; searchParams: Promise<Query>; query: Query }) => Promise<unknown>
type PageFile = Record<string, unknown> & { default?: Render; generateMetadata?: Render }

const all = import.meta.glob<PageFile>('../../app/**/*.tsx')
const screenOf = (file: string) => /\((?:learner|focus)\)\/([^/]+)\//.exec(file)?.[1]
const learners = Object.entries(all).flatMap(([file, load]) => {
  const screen = screenOf(file)
  return screen ? [{ name: file.replace(/^.*\)\//, ''), screen, load }] : []
})
/** These lead from an old address to a page that asks. */
const old = ['toolbar=0', 'video']

const platform = mountPlatform()
const logInDoor = mountedDoors.find(({ name }) => name === 'POST /api/public/session')!
const logOutDoor = mountedDoors.find(({ name }) => name === 'POST /api/session/end')!

const cookies = new Map<string, Promise<string>>()
function logIn(account: string, host = 'localhost'): Promise<string> {
  const key = `${account} ${host}`
  const known = cookies.get(key) ?? knock(logInDoor, { host, fields: { account, password: 'Train2026', consent: true } }).then(({ text, set }) => {
    expect(text, key).toBe('{"loggedIn":true}')
    return set.filter(({ name }) => name === 'sid').map(({ name, value }) => `${name}=${value}`).at(-1)!
  })
  cookies.set(key, known)
  return known
}

/** What a page waits for that gives a skeleton first. */
const waitedFor = async (page: unknown) => void (await (page as { props?: { of?: Promise<unknown> } } | null)?.props?.of)

const asked: string[] = []
/** What becomes of a page: where it leads, what it says there is none of, what it threw, or that it is there; and what the platform was asked meanwhile. */
async function opened(render: Render, query: Query, { host = 'localhost', cookie }: { host?: string | undefined; cookie?: string | undefined }): Promise<{ end: string; asked: string[] }> {
  asked.length = 0
  const props = { params: Promise.resolve({ tenant: host, locale: 'zh' }), searchParams: Promise.resolve(query), query }
  const { value } = await within(new Headers({ host, ...(cookie ? { cookie } : {}) }), () => render(props).then(waitedFor).then(() => 'here', (error: unknown) => String((error as { digest?: unknown }).digest ?? error)))
  return { end: value, asked: asked.filter((path) => !path.startsWith('/admin/tenant/')) }
}

/** A page, the title it gives itself, and the parts of the personal centre, which are files of their own. */
async function rendersOf({ load }: (typeof learners)[number]): Promise<Render[]> {
  const { default: page, generateMetadata, ...others } = await load()
  return [page, generateMetadata, ...Object.entries(others).flatMap(([name, one]) => (name.endsWith('View') ? [one as Render] : []))].filter((one) => one !== undefined)
}
const queriesOf = (screen: string): Query[] => [{}, ...visits.filter((visit) => visit.screen === screen).map(({ path }) => Object.fromEntries(new URL(path, 'http://visit').searchParams))]

let strangers: Record<string, string | undefined>
beforeAll(async () => {
  platform.server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
  const [elsewhere, ended, revoked] = [await logIn('liming', 'bgy.localhost'), await logIn('learner150'), await logIn('learner151')]
  expect((await knock(logOutDoor, { cookie: ended })).status).toBe(200)
  await within(new Headers(), async () => endAllSessions({ tenantId: '82', learnerId: (await platform.learner('learner151', 82)).id }))
  strangers = { nobody: undefined, forged: 'sid=Fe26.2*1*aa*bb*cc*99999999999999*dd*ee~2', 'of another tenant': elsewhere, 'logged out': ended, 'from before a new password': revoked }
}, 300_000)

describe('without layout and middleware', () => {
  it('there are the pages of learners', () => {
    expect(learners.filter(({ name }) => name.endsWith('/page.tsx')).length).toBeGreaterThan(20)
    expect(learners.filter(({ screen, name }) => screen === 'MyStudy' && !name.endsWith('/page.tsx')).length).toBeGreaterThan(8)
  })

  it.each(learners.map((page) => [page.name, page] as const))('%s leads every stranger to the login and asks the platform nothing for them', async (_name, page) => {
    for (const render of await rendersOf(page)) {
      for (const [who, cookie] of Object.entries(strangers)) {
        for (const query of queriesOf(page.screen)) {
          const { end, asked: calls } = await opened(render, query, { cookie })
          expect(calls, `${who} ${JSON.stringify(query)}`).toEqual([])
          // A title may be there: it is a word of ours.
          if (render.name !== 'generateMetadata' || end !== 'here') expect(end, `${who} ${JSON.stringify(query)}`).toMatch(old.includes(page.screen) ? /^NEXT_REDIRECT;replace;\/(?:StudyDetil|myCurriculum)/ : /^NEXT_REDIRECT;replace;\/login/)
        }
      }
    }
  }, 60_000)

  it.each(visits.flatMap((visit) => (visit.account && ['learner', 'focus'].includes(visit.shell) ? [[visit.name, visit] as const] : [])))('%s lets its learner in, and changes nothing on the platform', async (_name, { screen, path, domain, account }) => {
    const page = learners.find(({ name }) => name === `${screen}/page.tsx`)!
    const cookie = await logIn(account!, domain)
    const before = await nextWrite(platform.api())
    for (const render of await rendersOf(page)) {
      const { end } = await opened(render, Object.fromEntries(new URL(path, 'http://visit').searchParams), { host: domain, cookie })
      expect(end).not.toMatch(/\/login|Error/)
    }
    // Our platform's keys for receipts are made when they are first wanted, and a number under which a simulation reports whenever one is looked at (contract 5.19).
    expect((await writtenSince(platform.api(), before)).filter((table) => !['markers', 'simulation_requests'].includes(table))).toEqual([])
  })

  it.each([['StudyDetil', '/myCurriculum'], ['video', '/myCurriculum']])('%s without course and plan leads to my courses', async (screen, to) => {
    const [page] = await rendersOf(learners.find(({ name }) => name === `${screen}/page.tsx`)!)
    const cookie = await logIn('liming')
    for (const query of [{}, { courseId: '../1' }] as Query[]) expect((await opened(page!, query, { cookie })).end).toContain(`NEXT_REDIRECT;replace;${to};`)
  })
})
