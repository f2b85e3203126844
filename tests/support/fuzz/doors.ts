import { z } from 'zod'
import { sources } from '../sources'
import { visits } from '../screens'
import type { Target } from './requests'
import type { Hints, Shape } from './values'

/** Whether a shape names its values or their bounds. */
const isNarrow = (shape: Shape | undefined) => shape !== undefined && ['enum', 'const', 'minimum', 'maximum'].some((key) => key in shape)

/** What a schema wants to be told; where that cannot be said, what it makes of it, and either where that is narrower. */
export function shapeOf(schema: z.ZodType): Shape {
  const [given, made] = (['input', 'output'] as const).map((io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape)
  if (!given?.properties) return given ?? {}
  const properties = Object.entries(given.properties).map(([name, shape]): [string, Shape] => {
    const after = made?.properties?.[name]
    return [name, !Object.keys(shape).length ? (after ?? {}) : isNarrow(after) && !isNarrow(shape) ? { anyOf: [after!, shape] } : shape]
  })
  return { ...given, properties: Object.fromEntries(properties) }
}

/** A choice of objects as one object with the fields of all of them. */
function joined({ anyOf, oneOf, ...shape }: Shape): Shape {
  const options = anyOf ?? oneOf
  if (!options) return shape
  return { type: 'object', properties: Object.assign({}, ...options.map((option) => joined(option).properties ?? {})) as Record<string, Shape> }
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Every door of the web, found in the tree, with what the schema it names wants to be told. */
export async function listDoors(): Promise<Target[]> {
  const doors: Target[] = []
  for (const { path, text } of sources(['app/api', 'app/content'], /route\.ts$/)) {
    const address = `/${path.replace(/^app\//, '').replace(/\/route\.ts$/, '').replace(/\[(?:\.\.\.)?(\w+)\]/g, ':$1')}`
    const imported = new Map([...text.matchAll(/import \{([^}]+)\} from '@\/(lib\/domain\/[\w-]+)'/g)].flatMap(([, names = '', room]) => names.split(',').map((name) => [name.trim(), room!] as const)))
    for (const method of methods.filter((one) => new RegExp(`export (?:const|async function|function) ${one}\\b`).test(text))) {
      const named = new RegExp(`${method}\\b[^\\n]*\\n?[^\\n]*(?:learnerDoor|publicDoor)\\((\\w+)`).exec(text)?.[1]
      const room = named && imported.get(named)
      const schema = room ? ((await import(`../../../${room}.ts`)) as Record<string, z.ZodType>)[named] : undefined
      doors.push({ name: `${method} ${address}`, method, path: address, shape: schema ? joined(shapeOf(schema)) : {}, ...(method === 'POST' && text.includes('maxBytes:') ? { takes: 'picture' } : {}) })
    }
  }
  return doors
}

/** The address of a page by its file: without what only sorts, with `:name` for what varies; of the tenant's pages without tenant and language. */
function addressOf(file: string): string {
  const words = file.replace(/^app\//, '').replace(/page\.tsx$/, '').replace('[tenant]/[locale]/', '').split('/').filter((word) => word !== '' && !/^\(.+\)$/.test(word))
  return `/${words.join('/').replace(/\[(?:\.\.\.)?(\w+)\]/g, ':$1')}`
}

/** Names of a query that are asked for by no visit: what old addresses lead on with. */
const namesOfPlace = ['courseId', 'planId', 'itemId', 'chapterId', 'sectionId']

/** What varies in a path that fits an address; null when it does not fit. */
const fitOf = (address: string, path: string) => new RegExp(`^${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path)?.groups ?? null

/** Every page, found in the tree, and its other addresses; with the words of its visits' addresses. `launchPage` is the one of the courseware host. */
export function listPages(): { pages: Target[]; launchPage: Target; hints: Hints } {
  const words = new Map<string, Set<string>>()
  const note = (name: string, value: string) => words.set(name, (words.get(name) ?? new Set()).add(value))
  const page = (path: string): Target => ({ name: `GET ${path}`, method: 'GET', path, shape: { type: 'object', properties: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, { type: 'string' }])) } })
  const found = sources(['app'], /\/page\.tsx$/).map(({ path, text }) => ({ ...page(addressOf(path)), isOld: text.includes('playerPlaceOf(') }))
  // Those that say most of their address come first.
  const pages = new Map<string, Target>(found.sort((one, other) => one.path.split(':').length - other.path.split(':').length).map(({ isOld, ...target }) => {
    if (isOld) for (const name of namesOfPlace) target.shape.properties![name] = { type: 'string' }
    return [target.path, target]
  }))
  for (const { path } of visits) {
    const url = new URL(path, 'http://visit')
    const known = [...pages.values()].find((one) => fitOf(one.path, url.pathname) && one.path !== '/:rest') ?? page(url.pathname)
    pages.set(known.path, known)
    for (const [name, value] of Object.entries(fitOf(known.path, url.pathname) ?? {})) note(name, value)
    for (const [name, value] of url.searchParams) {
      known.shape.properties![name] = { type: 'string' }
      note(name, value)
    }
  }
  const launchPage = pages.get('/content/:ticket')!
  pages.delete(launchPage.path)
  return { pages: [...pages.values()], launchPage, hints: (name) => [...(words.get(name) ?? [])] }
}
