import 'server-only'
import { isScreenPath, isSiteFile, withoutLocale } from '@/lib/routes'

/**
 * What a request was for, in words of which there are few: a screen, a door, a kind of file. Made-up addresses are all one, ids and
 * tickets stand in no name.
 */
export function routeName(address: string, status: number): string {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  if (path.startsWith('/_next/')) return '/_next'
  if (path.startsWith('/content/')) return '/content'
  if (/^\/(art|pdf|icons)\//.test(path)) return `/${path.split('/', 2)[1]}`
  if (isSiteFile(path)) return path
  if (path.startsWith('/api/')) return doorName(path, status)
  const screen = withoutLocale(path)
  if (screen === '/') return '/'
  return isScreenPath(screen) && /^\/[\w=]+$/.test(screen) ? screen : isScreenPath(screen) ? `/${screen.split('/', 2)[1]}/:id` : 'other'
}

/** Doors are `/api/area/noun` and `/api/public/area/noun`; below files there is a path, and what is not there has no name. */
function doorName(path: string, status: number): string {
  const found = /^\/api(?:\/public)?\/(?:files|site|[a-z-]+\/[a-z-]+|health|ready)(?=\/|$)/.exec(path)?.[0]
  return found !== undefined && status !== 404 ? found : '/api/other'
}
