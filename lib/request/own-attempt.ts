import 'server-only'
import type { Learner } from '@/lib/domain/learner'
import { othersSession, problem } from './door'

/** A call for the learner whose paper the page shows: on a shared device the session may be somebody else's by now, who must not write into it. */
export function ofOwner<In, Out>(call: (learner: Learner, input: In) => Promise<Out>): (learner: Learner, input: In & { learnerId: string }) => Promise<Out | Response> {
  return async (learner, input) => (input.learnerId === learner.id ? call(learner, input) : problem('expired', undefined, othersSession))
}
