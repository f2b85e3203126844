import { problem } from '@/lib/request/door'

export const dynamic = 'force-dynamic'

/**
 * What is no door. Without this, `/api/zh/news/1` would be a page of the tenant "api", past the middleware and kept for good. Without its
 * OPTIONS the framework would answer such a question with 204, as if there were something.
 */
const nowhere = () => problem('missing')
export { nowhere as DELETE, nowhere as GET, nowhere as HEAD, nowhere as OPTIONS, nowhere as PATCH, nowhere as POST, nowhere as PUT }
