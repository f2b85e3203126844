import { answerText, inIdOrder, type Answers, type AnswerSeqs, type Save, type SaveOutcome } from './attempts'
import { freshId } from './fresh-id'

/** A change that was sent: its number and its answer as a text; of journals from before the numbers were noted the text alone. */
type Attempted = { seq: number; text: string } | string

/** What is turned down has another number each time; an hour of that must not fill what is kept. */
const MOST_TRIED = 50

/** What this device knows of the answer to one question. */
export type JournalEntry = {
  /** What the learner sees. */
  optionIds: string[]
  /** What the server is known to hold. */
  stored: string[]
  /** The number of the change by which it holds that, where that is known. */
  storedSeq?: number
  /** The change that the server has not acknowledged; null when it has. */
  pending: { opId: string; seq: number } | null
  /** What this device may have put there without hearing of it: changes on their way. */
  attempted: Attempted[]
}

/** All that must survive a crash: answers, marks and place. Numbers of changes rise within an attempt, also over takeovers. */
export type Journal = {
  entries: Record<string, JournalEntry>
  seq: number
  marked: string[]
  /** Where on the paper the learner is, as an index and, but in journals of before, by the question there: the paper may be changed meanwhile. */
  current: number
  currentId?: string
}

const untouched: JournalEntry = { optionIds: [], stored: [], pending: null, attempted: [] }
const entryOf = (journal: Journal, questionId: string) => journal.entries[questionId] ?? untouched
/** Whether what is stored, with its number where that is told, may be this change: somebody else may have chosen the same on purpose. */
const isOf = (one: Attempted, text: string, seq?: number) => (typeof one === 'string' ? one === text : one.text === text && (seq === undefined || seq === one.seq))
const withEntry = (journal: Journal, questionId: string, entry: JournalEntry): Journal => ({ ...journal, entries: { ...journal.entries, [questionId]: entry } })

/** A journal that holds what the server holds; `seqs` are the numbers of the changes that are stored, where it tells, also of answers that were taken back. */
export function newJournal(answers: Answers, seq: number, seqs: AnswerSeqs = {}): Journal {
  const entries = Object.entries(answers).map(([id, optionIds]): [string, JournalEntry] => [id, { ...untouched, optionIds: inIdOrder(optionIds), stored: inIdOrder(optionIds), storedSeq: seqs[id] }])
  const takenBack = Object.entries(seqs).flatMap(([id, storedSeq]): [string, JournalEntry][] => (id in answers ? [] : [[id, { ...untouched, storedSeq }]]))
  return { entries: Object.fromEntries([...entries, ...takenBack]), seq, marked: [], current: 0 }
}

/**
 * The journal after the paper was opened again: what is not acknowledged goes out again, unless somebody else changed that answer
 * meanwhile, then theirs stays, so that an old window never overwrites a newer one. `lost` are the questions where that happened.
 */
export function reopened(kept: Journal, answers: Answers, seq: number, freshId: () => string, seqs: AnswerSeqs = {}): { journal: Journal; lost: string[] } {
  const fresh = newJournal(answers, Math.max(seq, kept.seq), seqs)
  const lost: string[] = []
  let journal: Journal = { ...fresh, marked: kept.marked, current: kept.current, currentId: kept.currentId }
  const waiting = Object.entries(kept.entries).filter(([, { pending }]) => pending !== null).sort(([, one], [, other]) => one.pending!.seq - other.pending!.seq)
  for (const [questionId, entry] of waiting) {
    const { stored, storedSeq } = entryOf(fresh, questionId)
    const text = answerText(stored)
    // Without numbers what arrives last stays: another answer of this device that may still be on its way would stand in the end.
    const isWanted = text === answerText(entry.optionIds)
    if (isWanted && !(storedSeq === undefined && mayChange(entry))) continue
    // The same answer may have been chosen anew elsewhere, or one chosen and taken back, after this one was changed here: then the number
    // tells. Journals of before there were numbers have answers without one.
    const isSame = storedSeq === undefined || storedSeq === entry.storedSeq || (entry.storedSeq === undefined && entry.stored.length > 0)
    const isUntouched = text === answerText(entry.stored) && isSame
    const isOurs = isUntouched || entry.attempted.some((one) => isOf(one, text, storedSeq))
    if (!isOurs && !isWanted) {
      lost.push(questionId)
      continue
    }
    // With a number above all that is stored it has not arrived, and is the same change when it does. Otherwise somebody wrote meanwhile and
    // it may have come and gone: sent again it must be a change of its own, or the server would call it done.
    const pending = entry.pending!.seq > seq ? entry.pending! : { opId: freshId(), seq: journal.seq + 1 }
    journal = { ...withEntry(journal, questionId, { ...entry, stored, storedSeq, pending }), seq: Math.max(journal.seq, pending.seq) }
  }
  return { journal, lost }
}

/** Whether something else than what the learner sees may have been sent, and not been heard of. */
const mayChange = ({ attempted, optionIds }: JournalEntry) => attempted.some((one) => !isOf(one, answerText(optionIds)))

/** Whether what was sent of an answer before it was changed may arrive after what waits of it; where only what is stored was sent, it has arrived. */
export function mayArriveLate(journal: Journal): boolean {
  const isOnItsWay = (entry: JournalEntry) => mayChange(entry) && entry.attempted.some((one) => !isOf(one, answerText(entry.stored)))
  return Object.values(journal.entries).some((entry) => entry.pending !== null && isOnItsWay(entry))
}

/** The index of the question where the learner is: the same one as before, also when the paper was changed; where it is gone, the one in its place. */
export function currentOf({ current, currentId }: Journal, questions: readonly { id: string }[]): number {
  const index = questions.findIndex(({ id }) => id === currentId)
  return index === -1 ? Math.min(Math.max(0, current), questions.length - 1) : index
}

/** The learner chose an answer; the same answer again is no change. */
export function chosen(journal: Journal, questionId: string, optionIds: readonly string[], opId: string): Journal {
  const entry = entryOf(journal, questionId)
  if (answerText(entry.optionIds) === answerText(optionIds)) return journal
  const seq = journal.seq + 1
  return { ...withEntry(journal, questionId, { ...entry, optionIds: inIdOrder(optionIds), pending: { opId, seq } }), seq }
}

/** The learner marked a question, or took the mark away. */
export function markToggled(journal: Journal, questionId: string): Journal {
  const marked = journal.marked.includes(questionId) ? journal.marked.filter((id) => id !== questionId) : [...journal.marked, questionId]
  return { ...journal, marked }
}

/** What is to be sent, oldest first: of each question the latest only. */
export function pendingSaves(journal: Journal, max = Number.POSITIVE_INFINITY): Save[] {
  return Object.entries(journal.entries)
    .flatMap(([questionId, { pending, optionIds }]) => (pending ? [{ ...pending, questionId, optionIds }] : []))
    .sort((one, other) => one.seq - other.seq)
    .slice(0, max)
}

/** These changes are about to be sent: from now on the server may hold them, whether we hear of it or not. */
export function sending(journal: Journal, saves: readonly Save[]): Journal {
  return saves.reduce((so, { questionId, optionIds, seq }) => {
    const entry = entryOf(so, questionId)
    const isNoted = entry.attempted.some((one) => typeof one !== 'string' && one.seq === seq)
    return isNoted ? so : withEntry(so, questionId, { ...entry, attempted: [...entry.attempted, { seq, text: answerText(optionIds) }].slice(-MOST_TRIED) })
  }, journal)
}

/**
 * The server answered for changes that were sent. Saved means acknowledged under this very id: a change made meanwhile stays to be sent.
 * A refused change is taken back to what the server holds; a superseded one is dropped, what is stored must be read again. One that is
 * turned down for a reason nobody knows stays, under another id, should it have been the id, and behind all others, which get their turn.
 */
export function answered(journal: Journal, saves: readonly Save[], outcomes: readonly SaveOutcome[], newId: () => string = freshId): Journal {
  return outcomes.reduce((so, { opId, outcome }) => {
    const save = saves.find((one) => one.opId === opId)
    if (!save) return so
    const entry = entryOf(so, save.questionId)
    const isLatest = entry.pending?.opId === opId
    if (outcome === 'saved') {
      // Of two changes on their way the older may be acknowledged last; what is stored is the newer one.
      if (entry.pending === null || (entry.storedSeq !== undefined && save.seq < entry.storedSeq)) return so
      const settled = isLatest ? { pending: null, attempted: [] } : {}
      return withEntry(so, save.questionId, { ...entry, stored: inIdOrder(save.optionIds), storedSeq: save.seq, ...settled })
    }
    if (!isLatest) return so
    // A number above all others is as safe as that of a new choice: of one question the newest counts, and this is still its newest.
    if (outcome === 'unclear') return { ...withEntry(so, save.questionId, { ...entry, pending: { opId: newId(), seq: so.seq + 1 } }), seq: so.seq + 1 }
    return withEntry(so, save.questionId, { ...entry, optionIds: outcome === 'refused' ? entry.stored : entry.optionIds, pending: null, attempted: [] })
  }, journal)
}

/** What the learner sees as answers. */
export function answersOf(journal: Journal): Answers {
  return Object.fromEntries(Object.entries(journal.entries).flatMap(([id, { optionIds }]) => (optionIds.length > 0 ? [[id, optionIds]] : [])))
}

/** How many changes the server has not acknowledged. */
export function pendingCount(journal: Journal): number {
  return Object.values(journal.entries).filter(({ pending }) => pending !== null).length
}
