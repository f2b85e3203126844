import fc from 'fast-check'
import type { ZodType } from 'zod'
import { shapeOf } from './fuzz/doors'
import { demoHints } from './fuzz/hints'
import { fieldsOf, type Shape } from './fuzz/values'
import type { MountedDoor } from './mounted-doors'

type DoorModule = typeof import('@/lib/request/door')
const schemas = new WeakMap<object, ZodType>()

/**
 * `lib/request/door` that notes what each door wants to be told, while its file is read:
 * `vi.mock('@/lib/request/door', async (original) => (await import('../support/door-inputs')).noteSchemas(await original()))`.
 */
export function noteSchemas(real: DoorModule): DoorModule {
  const noting = (make: (...given: never[]) => object) => (...given: unknown[]) => {
    const door = make(...(given as never[]))
    schemas.set(door, given[0] as ZodType)
    return door
  }
  return { ...real, learnerDoor: noting(real.learnerDoor), publicDoor: noting(real.publicDoor) } as DoorModule
}

/** What a door wants to be told; absent for one that is made anew for each request, or is none of ours. */
export const schemaOf = ({ handler }: MountedDoor): ZodType | undefined => schemas.get(handler)

/** Fields that a door takes, as far as its schema says so. */
export function rightFieldsOf(door: MountedDoor, learnerId: string): fc.Arbitrary<Record<string, unknown>> {
  const schema = schemaOf(door)
  const flat = ({ anyOf, oneOf, ...shape }: Shape): Shape[] => (anyOf ?? oneOf)?.flatMap(flat) ?? [shape]
  const shapes = schema ? flat(shapeOf(schema)) : [{}]
  const hints = (name: string) => (name === 'learnerId' ? [learnerId] : demoHints(name).map(String))
  return fc.oneof(...shapes.map((shape) => fieldsOf(shape, hints)))
}
