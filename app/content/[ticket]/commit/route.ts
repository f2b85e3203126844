import { commitInput } from '@/lib/domain/courseware-input'
import { bodyOf } from '@/lib/request/body'
import { takeCommit, type CommitAnswer } from '@/lib/request/content'
import { countCommit, readLaunch } from '@/lib/request/launches'

const MOST_PER_MINUTE = 180
/** More than twice the characters that are kept of a package, each of three bytes as Chinese ones are. */
const MOST_BYTES = 3 * 512 * 1024
// What is overtaken is to be said again, as the launch page does after a 429; it is nobody's fault.
const statusOf: Record<CommitAnswer['answer'], number> = { kept: 200, notOffered: 200, overtaken: 429, superseded: 409, invalid: 400, failed: 502 }

const answer = (body: unknown, status: number) => Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })

/** What a package wants kept; the ticket in the address is all that admits. */
export async function POST(request: Request, { params }: { params: Promise<{ ticket: string }> }): Promise<Response> {
  const launch = await readLaunch((await params).ticket)
  if (!launch) return answer({ answer: 'over' }, 410)
  if ((await countCommit(launch)) > MOST_PER_MINUTE) return answer({ answer: 'busy' }, 429)
  const body = await bodyOf(request, MOST_BYTES)
  const commit = typeof body === 'string' ? null : commitInput.safeParse(parsed(new TextDecoder().decode(body)))
  if (!commit?.success) return answer({ answer: 'invalid' }, 400)
  const taken = await takeCommit(launch, commit.data)
  return answer(taken, statusOf[taken.answer])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
