import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server'
import { getRouteMatcher } from 'next/dist/shared/lib/router/utils/route-matcher'
import { getRouteRegex } from 'next/dist/shared/lib/router/utils/route-regex'
import { getSortedRoutes } from 'next/dist/shared/lib/router/utils/sorted-routes'
import { HTTP_METHODS } from 'next/dist/server/web/http'
import { existsSync, readdirSync } from 'node:fs'
import { NextRequest } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import * as noDoor from '@/app/api/[...nowhere]/route'
import middleware, { config } from '@/middleware'
import { root, sources } from '../support/sources'

// A public page is kept under its address for good, its 404 as well. So nobody may come to one but through the middleware, which knows
// tenants, languages and news: what the matcher leaves out must be a file or a door.

vi.hoisted(() => Object.assign(process.env, { CONTENT_ORIGIN: 'http://127.0.0.1:3000' }))
// A launch that is alive, whatever its ticket.
vi.mock('@/lib/request/launches', () => ({ readLaunch: async () => ({ locale: 'zh', appOrigin: 'http://localhost:3000' }) }))

const passes = (url: string) => unstable_doesMiddlewareMatch({ config, url, nextConfig: {} })

const routes = sources(['app'], /\/(?:page|route)\.tsx?$/).map(({ path }) => path.replace(/^app/, '').replace(/\/(?:page|route)\.tsx?$/, '').replace(/\/\([^)]+\)/g, ''))
const matchers = getSortedRoutes([...new Set(routes)]).map((route) => ({ route, match: getRouteMatcher(getRouteRegex(route)) }))
/** What the framework would show at an address that passes the middleware by; null for nothing. */
const routeOf = (path: string) => matchers.find(({ match }) => match(path) !== false)?.route ?? null
/** Pages that are kept: all below a tenant but those that ask who is there, and the one for everything that is none. */
const kept = sources(['app/[tenant]'], /\/page\.tsx$/).filter(({ path }) => /\((?:guest|download)\)/.test(path)).map(({ path }) => path.replace(/^app\/\[tenant\]\/\[locale\]\/\([^)]+\)\//, '').replace(/\/page\.tsx$/, ''))

const publicFiles = readdirSync(`${root}public`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${root}public`.length))
/** Beside the files of the PDF reader lies what says whose they are; no page asks for it. */
const asked = publicFiles.filter((path) => !/\/LICENSE\w*$|^\/pdf\/version$/.test(path))

describe('the way past the middleware', () => {
  it('is there for every file of ours', () => {
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter(passes)).toEqual([])
  })

  it('is there for every door, and below their folder is nothing else', () => {
    const doors = routes.filter((route) => route.startsWith('/api/'))
    expect(doors.length).toBeGreaterThan(60)
    expect(doors.map((route) => route.replace(/\[(?:\.\.\.)?\w+\]/g, 'x')).filter(passes)).toEqual([])
    for (const first of ['zh', 'x', ...readdirSync(`${root}app/api`), 'public/zh', 'study/end']) for (const page of kept) expect(routeOf(`/api/${first}/${made(page)}`), `/api/${first}/${page}`).toMatch(/^\/api\//)
  })

  it('leads to a 404 where there is no door, whatever the method', () => {
    for (const method of HTTP_METHODS) expect(noDoor[method]().status, method).toBe(404)
  })

  it.runIf(existsSync(`${root}.next/static`))('is there for what the build made and pages load', () => {
    const built = readdirSync(`${root}.next/static`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => `/_next/static${`${entry.parentPath}/${entry.name}`.slice(`${root}.next/static`.length)}`)
    // The manifests of a build are for another kind of pages than ours.
    expect(built.filter((path) => passes(path) && !/\/_\w+Manifest\.js$/.test(path))).toEqual([])
  })

  it('leads to no page that is kept', () => {
    expect(kept).toContain('news/[id]')
    const places = ['art', 'pdf', 'icons', 'api', '_next', 'content', 'sw.js', 'art/cmaps', ...new Set(publicFiles.map((path) => path.split('/')[1]!))]
    const languages = ['zh', 'static', 'image', 'cmaps', 'logo.svg', 'public']
    const endings = ['', '.rsc', '/']
    const reached = places.flatMap((place) => languages.flatMap((language) => kept.flatMap((page) => endings.map((ending) => `/${place}/${language}/${made(page)}${ending}`)))).filter((address) => !passes(address))
    expect(reached.filter((address) => isKept(routeOf(address.replace(/\/$/, ''))))).toEqual([])
    for (const address of ['/art/zh/news/1', '/art/x/login', '/pdf/zh/news/1', '/pdf/cmaps/login', '/pdf/cmaps/news/1', '/icons/zh/news/1', '/_next/static/login', '/_next/static/news/1', '/_next/image/news/1', '/_next/imagex/login']) expect(passes(address), address).toBe(true)
  })

})

describe('the courseware host', () => {
  const shown = async (path: string) => (await middleware(new NextRequest(`http://127.0.0.1:3000${path}`, { headers: { host: '127.0.0.1:3000' } }))).headers.get('x-middleware-next') === '1'

  it('shows a launch and what lies below it', async () => {
    for (const path of ['/content/T', '/content/T/p/index.html', '/content/T/p/a/b.js', '/content/T/commit']) expect(await shown(path), path).toBe(true)
  })

  it('leads to no page of a tenant', async () => {
    for (const page of kept) expect(await shown(`/content/T/${made(page)}`), page).toBe(false)
    for (const path of ['/', '/news', '/content', '/content/T/p', '/content/T/commit/x', '/content/T/x/news/1']) expect(await shown(path), path).toBe(false)
  })
})

/** An address of a page: its variable parts made up. */
const made = (page: string) => page.replace(/\[\w+\]/g, '1')
const isKept = (route: string | null) => route !== null && kept.some((page) => route === `/[tenant]/[locale]/${page}`)
