import { z } from 'zod'
import { sources } from '../sources'
import { visits } from '../screens'
import type { Target } from './requests'
import type { Hints, Shape } from './values'

/** What a schema wants to be told; where that cannot be said, what it makes of it. */
export function shapeOf(schema: z.ZodType): Shape {
  const [given, made] = (['input', 'output'] as const).map((io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape)
  if (!given?.properties) return given ?? {}
  const properties = Object.entries(given.properties).map(([name, shape]): [string, Shape] => [name, Object.keys(shape).length ? shape : (made?.properties?.[name] ?? {})])
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
      doors.push({ name: `${method} ${address}`, method, path: address, shape: schema ? joined(shapeOf(schema)) : {} })
    }
  }
  return doors
}

/** Every page, with the words of its visits' addresses. */
export function listPages(): { pages: Target[]; hints: Hints } {
  const words = new Map<string, Set<string>>()
  const pages = new Map<string, Target>()
  for (const { path } of visits) {
    const url = new URL(path, 'http://visit')
    const place = url.pathname.replace(/(?<=^\/(?:news|certificate)\/).+/, ':id')
    const properties = pages.get(place)?.shape.properties ?? (place.includes(':id') ? { id: { type: 'string' } } : {})
    for (const [name, value] of url.searchParams) {
      properties[name] = { type: 'string' }
      words.set(name, (words.get(name) ?? new Set()).add(value))
    }
    pages.set(place, { name: `GET ${place}`, method: 'GET', path: place, shape: { type: 'object', properties } })
  }
  return { pages: [...pages.values()], hints: (name) => [...(words.get(name) ?? [])] }
}
