/** Two lines of words that the platform wants drawn over a cover. */
export type CoverWords = { title: string; subtitle: string }

/** The picture of a course or plan; null shows the default cover. */
export type CardCover = { pictureUrl: string | null; words: CoverWords | null }

/** How a course or plan stands in a list; `none` for somebody who has not begun it (libraries). */
export type CardState = 'learning' | 'completed' | 'failed' | 'expired' | 'none' | 'unknown'

/** What every list of courses and plans says of one of them. */
export type StudyCardFacts = {
  id: string
  name: string
  companyName: string
  cover: CardCover
  state: CardState
  /** 0 to 100. */
  progressPercent: number
  hours: number
  credits: number
  joinCount: number
  /** 0 to 5. */
  rating: number
}

/** What pressing a card offers: to go on where one is learning, else to look (spec 1, my courses). */
export function cardAction(state: CardState): 'continue' | 'view' {
  return state === 'learning' ? 'continue' : 'view'
}

export type CardBadge = Exclude<CardState, 'unknown'>

/** The state a card wears as a badge: in my lists what is decided, in libraries (`all`) also learning and not begun. */
export function cardBadge(state: CardState, all = false): CardBadge | null {
  if (state === 'completed' || state === 'failed' || state === 'expired') return state
  return all && state !== 'unknown' ? state : null
}
