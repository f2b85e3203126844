import { hostName } from '@/lib/domain/tenant'
import { isInside, visitorAddress } from '@/lib/request/address'
import { auditing } from '@/lib/request/audit'
import { contentHost, requestDomain, tenantOfDomain } from '@/lib/request/domains'
import { requireLeft, spend } from '@/lib/request/limits'
import { TrainingError } from '@/lib/training/errors'

const answer = (status: number) => new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })

/**
 * Whether a certificate may be asked for a domain: 200 for a tenant's and the courseware host's, 404 for any other, 503 while nobody knows;
 * 429 for a stranger who has asked for many that are nobody's.
 */
export async function GET(request: Request): Promise<Response> {
  // That host serves launches, and says how the web is.
  if (contentHost !== null && requestDomain(request.headers) === contentHost) return answer(404)
  const asked = new URL(request.url).searchParams.getAll('domain')
  const domain = asked.length === 1 ? hostName(asked[0]) : null
  if (!domain || domain !== asked[0]?.toLowerCase()) return answer(400)
  if (domain === contentHost) return answer(200)
  const address = visitorAddress(request.headers)
  // The front asks from inside, for everybody who comes to it: who makes up names there must not keep a tenant from its certificate.
  const isStranger = !isInside(address)
  try {
    if (isStranger) await requireLeft('strangeDomainsOfAddress', address)
    const isKnown = (await auditing({ address }, () => tenantOfDomain(domain))) !== null
    if (isStranger && !isKnown) await spend('strangeDomainsOfAddress', address)
    return answer(isKnown ? 200 : 404)
  } catch (error) {
    return answer(error instanceof TrainingError && error.code === 'busy' ? 429 : 503)
  }
}
