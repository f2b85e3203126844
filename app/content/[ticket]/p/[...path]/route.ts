import { packageFile } from '@/lib/request/content'
import { readLaunch } from '@/lib/request/launches'

const place = /^\/content\/[^/]+\/p\/(.+)$/

/** A file of a launched package. */
export async function GET(request: Request, { params }: { params: Promise<{ ticket: string }> }): Promise<Response> {
  const launch = await readLaunch((await params).ticket)
  const path = place.exec(new URL(request.url).pathname)?.[1]
  return launch && path ? packageFile(request, launch, path) : new Response(null, { status: 404 })
}
export const HEAD = GET
