import { isDraining } from '@/lib/operation/draining'

/**
 * Whether visitors should be sent to this web: not while it is about to end. What lies behind it is not asked: without the platform
 * every web would say no at once, and nobody would be left to show pages as last seen.
 */
export const dynamic = 'force-dynamic'
export const GET = () => Response.json({ status: isDraining() ? 'draining' : 'ready' }, { status: isDraining() ? 503 : 200, headers: { 'Cache-Control': 'no-store' } })
