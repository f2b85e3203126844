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

/** A receipt as its owner has it: the operation makes its hash an answer's, so that whoever is shown it can be shown what was answered; nobody else is told it. */
export type OwnReceipt = Receipt & { attemptId: string; opId: string | null }

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

/** How anybody works out the hashes of a book, from nothing but what stands in it and an answer that is claimed. */
export const receiptFormulas = {
  answerHash: 'SHA-256 of "opId|questionId|answer" in hexadecimal. answer: the ids of the chosen options in ascending order, joined by &; empty where the answer was taken back',
  receiptHash: `SHA-256 of "receipt|tenantId|attemptId|link|questionId|answerHash|time|previousHash" in hexadecimal. previousHash: the hash of the receipt before, ${'0'.repeat(64)} at the first`,
  handInHash: 'SHA-256 of "handIn|tenantId|attemptId|time|by|answeredCount|questionCount|head" in hexadecimal. head: the hash of the last receipt, empty without any',
  signature: 'base64url of what the key of publicKey has signed: the 64 characters of the hash',
} as const

/** All receipts of an attempt, with the key that proves them and how they are worked out. */
export type ReceiptBook = { title: string; tenantId: string; attemptId: string; formulas: typeof receiptFormulas; algorithm: string; publicKey: string; handIn: HandIn | null; receipts: OwnReceipt[] }

/** What the platform says about one receipt. */
export type ReceiptCheck = {
  isValid: boolean
  title: string
  publicKey: string
  isHandedIn: boolean
  submittedAt: string | null
} & ({ kind: 'answer'; receipt: Receipt } | { kind: 'handIn'; handIn: HandIn })
