import type { Learner, Visitor } from '@/lib/domain/learner'
import { trainingErrorOf } from '@/lib/training/errors'

/** What the calls of a table are made with. */
export type Given = {
  /** A learner who is logged in, of tenant 82 unless told otherwise. */
  learner: (account: string, tenantId?: number) => Promise<Learner>
  /** Somebody of tenant 82 without a session. */
  visitor: Visitor
  /** The code that was sent to a phone last. */
  sentCode: (phone: string) => Promise<string>
  /** A simulation reports to the platform, as its own service does (X4). */
  report: (result: Record<string, unknown>) => Promise<unknown>
}

/** A row of the contract, and the function of `lib/training` that makes its call. */
export type Call = {
  /** The number of the row in the contract; an X is an extension of ours. */
  number: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the training API routes it, with `:names`. */
  path: string
  /** Makes the call against the demo world; a refusal of the business counts as an answer. */
  make: (given: Given) => Promise<unknown>
}

/** The rows of some sections of the contract, and how `lib/training` makes their calls. */
export type CallTable = {
  /** Sections of the contract, e.g. `4.3`. */
  sections: string[]
  calls: Call[]
  /** Rows that a platform serves and the web does not call, with their number and the reason. */
  servedOnly: Record<string, string>
}

/** A row; of two that have one path both numbers are named. */
export const call = (number: string, method: Call['method'], path: string, make: Call['make']): Call => ({ number, method, path, make })

/** A refusal of the business is an answer like any other. */
export const orRefused = <T>(asked: Promise<T>) => asked.catch((error: unknown) => {
  if (trainingErrorOf(error)?.code === 'rejected') return null
  throw error
})
