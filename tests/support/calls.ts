import type { Learner } from '@/lib/domain/learner'

/** What the calls of a table are made with. */
export type Given = {
  /** A learner of tenant 82 who is logged in. */
  learner: (account: string) => Promise<Learner>
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

/** The rows of some sections of the contract, and the files of `lib/training` that make them. */
export type CallTable = {
  /** Sections of the contract, e.g. `4.3`. */
  sections: string[]
  /** Files of `lib/training` whose every path is a row of this table. */
  files: string[]
  calls: Call[]
  /** Rows that a platform serves and the web does not call, with the reason. */
  servedOnly: Record<string, string>
}
