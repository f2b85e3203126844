import 'server-only'
import { env } from '@/lib/env'

/** The name of the session's cookie: `__Host-` binds it to this very host, but only https may set it. */
export const sessionCookie = env.PUBLIC_SCHEME === 'https' ? '__Host-sid' : 'sid'
