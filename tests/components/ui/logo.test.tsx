import { createRequire, registerHooks } from 'node:module'
import { text } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { Logo } from '@/components/ui/logo'

type Flight = { renderToPipeableStream: (element: ReactElement, clientParts: object) => { pipe: (to: PassThrough) => PassThrough }; registerClientReference: <Part>(part: Part, file: string, name: string) => Part }
/** What makes a server page's elements for browsers, with the React of servers behind it: nothing here may need that of browsers for more than elements. */
const flight = vi.hoisted(() => ({ current: null as Flight | null }))

vi.mock('@/components/ui/picture', async (original) => {
  const { Picture } = await original<typeof import('@/components/ui/picture')>()
  const hooks = registerHooks({ resolve: (name, context, next) => next(name, name === 'react' || name === 'react-dom' ? { ...context, conditions: [...(context.conditions ?? []), 'react-server'] } : context) })
  flight.current = createRequire(import.meta.url)('next/dist/compiled/react-server-dom-webpack/server.node') as Flight
  hooks.deregister()
  return { Picture: flight.current.registerClientReference(Picture, 'picture', 'Picture') }
})

const sent = (element: ReactElement) => text(flight.current!.renderToPipeableStream(element, { 'picture#Picture': { id: 'picture', name: 'Picture', chunks: [] } }).pipe(new PassThrough()))
const OURS = '/art/logo.svg'
/** The pictures that browsers are told to fetch before they come to them. */
const hinted = (page: string) => [...page.matchAll(/^:HL(\[.*\])$/gm)].map(([, hint]) => (JSON.parse(hint!) as string[])[0])

it('a tenant with a logo of its own has browsers fetch ours only when that does not come', async () => {
  const page = await sent(<Logo src="/logo/82.svg" size={32} />)
  expect(page).toContain('/logo/82.svg')
  expect(page).toContain(OURS)
  expect(hinted(page)).toEqual([])
})

it('a tenant without one shows ours at once, in its place', async () => {
  const page = await sent(<Logo src={null} size={32} />)
  expect(hinted(page)).toEqual([OURS])
  expect(page).toContain(JSON.stringify({ src: OURS, width: 32, height: 32, alt: '' }))
})
