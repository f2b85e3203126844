import type { CoursewareCommit } from '@/lib/domain/courseware'
import { commitInput } from '@/lib/domain/courseware-input'
import { bodyOf } from '@/lib/request/body'
import { takeCommit, type CommitAnswer } from '@/lib/request/content'
import { countCommit, countLearnerCommit, readLaunch } from '@/lib/request/launches'

const MOST_PER_MINUTE = 180
/** Launches begin by the hundred; all of a learner's together do no more than two packages at their busiest. */
const MOST_OF_LEARNER = 2 * MOST_PER_MINUTE
/** More than twice the characters that are kept of a package, each of three bytes as Chinese ones are. */
const MOST_BYTES = 3 * 512 * 1024
// What is overtaken is to be said again, as the launch page does after a 429; it is nobody's fault.
const statusOf: Record<CommitAnswer['answer'], number> = { kept: 200, notOffered: 200, overtaken: 429, superseded: 409, invalid: 400, failed: 502 }

const answer = (body: unknown, status: number) => Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })

/** What a package wants kept; the ticket in the address is all that admits. */
export async function POST(request: Request, { params }: { params: Promise<{ ticket: string }> }): Promise<Response> {
  const launch = await readLaunch((await params).ticket)
  if (!launch) return answer({ answer: 'over' }, 410)
  if ((await countCommit(launch)) > MOST_PER_MINUTE || (await countLearnerCommit(launch)) > MOST_OF_LEARNER) return answer({ answer: 'busy' }, 429)
  const body = await bodyOf(request, MOST_BYTES)
  const commit = typeof body === 'string' ? null : read(new TextDecoder().decode(body))
  if (!commit) return answer({ answer: 'invalid' }, 400)
  const taken = await takeCommit(launch, commit)
  return answer(taken, statusOf[taken.answer])
}

/** The commit that a text is; null where it is none, or cannot even be read to its end. */
function read(text: string): CoursewareCommit | null {
  try {
    return commitInput.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
