/** One link of the chain of receipts: an answer that the platform has acknowledged. */
export type Receipt = {
  code: string
  link: number
  questionId: string
  answerHash: string
  /** ISO 8601. */
  time: string
  previousHash: string
  hash: string
  signature: string
  late: boolean
}

/** Who or what handed a paper in. */
export type HandInBy = 'learner' | 'deadline' | 'screenSwitch' | 'simulation' | 'reviewer' | 'unknown'

/** The receipt of a hand-in; `head` is the hash of the last answer's receipt. */
export type HandIn = {
  number: string
  time: string
  by: HandInBy
  answeredCount: number
  questionCount: number
  head: string | null
  hash: string
  signature: string
}

/** All receipts of an attempt, with the key that proves them. */
export type ReceiptBook = { title: string; attemptId: string; handIn: HandIn | null; receipts: Receipt[]; algorithm: string; publicKey: string }

/** What the platform says about one receipt. */
export type ReceiptCheck = {
  isValid: boolean
  title: string
  publicKey: string
  isHandedIn: boolean
  submittedAt: string | null
} & ({ kind: 'answer'; receipt: Receipt } | { kind: 'handIn'; handIn: HandIn })
