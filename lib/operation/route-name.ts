import 'server-only'
import { isScreenPath, isSiteFile, withoutLocale } from '@/lib/routes'
import { doors, pathDoors } from './doors'

/**
 * What a request was for, in words of which there are few: a screen, a door, a kind of file. Made-up addresses are all one, ids and
 * tickets stand in no name.
 */
export function routeName(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  if (path.startsWith('/_next/')) return '/_next'
  if (path.startsWith('/content/')) return '/content'
  if (/^\/(art|pdf|icons)\//.test(path)) return `/${path.split('/', 2)[1]}`
  if (isSiteFile(path)) return path
  if (path.startsWith('/api/')) return doorName(path)
  const screen = withoutLocale(path)
  if (screen === '/') return '/'
  return isScreenPath(screen) && /^\/[\w=]+$/.test(screen) ? screen : isScreenPath(screen) ? `/${screen.split('/', 2)[1]}/:id` : 'other'
}

/** Only doors that there are have a name of their own: who makes addresses up could make up any number, and is not always answered 404. */
function doorName(path: string): string {
  if (doors.has(path)) return path
  return pathDoors.find((door) => path.startsWith(`${door}/`)) ?? '/api/other'
}
