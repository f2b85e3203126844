import { hostName } from '@/lib/domain/tenant'
import { contentHost, tenantOfDomain } from '@/lib/request/domains'

const answer = (status: number) => new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })

/** Whether a certificate may be asked for a domain: 200 for a tenant's and the courseware host's, 404 for any other, 503 while nobody knows. */
export async function GET(request: Request): Promise<Response> {
  const asked = new URL(request.url).searchParams.getAll('domain')
  const domain = asked.length === 1 ? hostName(asked[0]) : null
  if (!domain || domain !== asked[0]?.toLowerCase()) return answer(400)
  if (domain === contentHost) return answer(200)
  try {
    return answer((await tenantOfDomain(domain)) ? 200 : 404)
  } catch {
    return answer(503)
  }
}
