import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/** The path a call was declared under: ids are `:id` in it, and what nobody declared is `other`. */
export function routeOf(c: Context): string {
  // The first that is not for all calls is the one that answers.
  return matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path ?? 'other'
}
