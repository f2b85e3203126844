/** `either`: nothing is known of the package, it finds whichever version it asks for. */
export type CoursewareStandard = 'scorm12' | 'scorm2004' | 'either'

/** One part of a package that can be launched. */
export type LaunchItem = {
  id: string
  title: string
  /** Address below the package's folder, with its launch parameters. */
  href: string
  /** It speaks with the platform; false for a page that only shows. */
  tracked: boolean
  visible: boolean
  masteryScore: number | null
  completionThreshold: number | null
  passingScore: number | null
  /** With which the part begins (2004); absent where nothing is known of the package. */
  objectives?: readonly string[]
  launchData: string
  maxTime: string
  timeLimitAction: string
}

export type CoursewarePackage = { standard: CoursewareStandard; title: string; choice: boolean; flow: boolean; items: LaunchItem[] }

/** Elements of the SCORM data model and their values: `cmi.core.lesson_status` → `passed`. */
export type Cmi = Record<string, string>
export type ItemState = { cmi: Cmi; /** The part said that it is finished. */ finished: boolean }
/** What a learner's package remembers: the part that was open, and the data of each. */
export type CoursewareState = { current: string | null; items: Record<string, ItemState> }
/** What changed since the last acknowledged commit. */
export type CoursewareCommit = { seq: number; current: string; items: Record<string, { changes: Cmi; finished: boolean }> }

/** The characters that the platform keeps of one package (contract 4.7, X6). */
export const largestState = 200_000
/** Pause between a change and its commit, in milliseconds. */
export const COMMIT_PAUSE_MS = 2_000
/** One quota of 64 KiB holds for everything a browser sends while it leaves a page. */
export const LEAVING_BYTES = 65_000
/** How often the player tells that it is still there, in milliseconds. */
export const ALIVE_MS = 20_000

export const noState: CoursewareState = { current: null, items: {} }

const elementName = /^(?:cmi|adl)\.[A-Za-z0-9_.]{1,200}$/
const unsafeName = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/

/** Whether a name is one of the data model's, and nothing that means something to the language itself. */
export function isElement(name: string): boolean {
  return elementName.test(name) && !unsafeName.test(name)
}

/** What was kept of a package; nothing of it when it is not what we keep. */
export function stateOf(text: string | null): CoursewareState {
  try {
    const kept = JSON.parse(text ?? 'null') as { v?: unknown; current?: unknown; items?: unknown } | null
    if (kept?.v !== 1 || !kept.items || typeof kept.items !== 'object') return noState
    const items: Record<string, ItemState> = {}
    for (const [id, value] of Object.entries(kept.items as Record<string, unknown>)) {
      const item = value as { cmi?: unknown; done?: unknown } | null
      if (id === '__proto__' || !item?.cmi || typeof item.cmi !== 'object') continue
      const cmi = Object.fromEntries(Object.entries(item.cmi).filter((pair): pair is [string, string] => isElement(pair[0]) && typeof pair[1] === 'string'))
      items[id] = { cmi, finished: item.done === true }
    }
    return { current: typeof kept.current === 'string' ? kept.current : null, items }
  } catch {
    return noState
  }
}

/**
 * The text by which the platform keeps the state; where it is too long, answers to single questions go first. Null when what is left is
 * still too long.
 */
export function textOf(state: CoursewareState): string | null {
  const written = (keeps: (name: string) => boolean) => JSON.stringify({
    v: 1, current: state.current,
    items: Object.fromEntries(Object.entries(state.items).map(([id, { cmi, finished }]) => [id, { cmi: Object.fromEntries(Object.entries(cmi).filter(([name]) => keeps(name))), ...(finished ? { done: true } : {}) }])),
  })
  const whole = written(() => true)
  if (whole.length <= largestState) return whole
  const short = written((name) => !/^cmi\.(?:interactions|comments)/.test(name))
  return short.length <= largestState ? short : null
}

/** What is kept of a part; null when nothing is, also where its author named it like something that every object has (`constructor`). */
export function itemOf({ items }: Pick<CoursewareState, 'items'>, id: string): ItemState | null {
  return Object.hasOwn(items, id) ? (items[id] ?? null) : null
}

/** The state after a commit. */
export function stateAfter(state: CoursewareState, { current, items }: Pick<CoursewareCommit, 'current' | 'items'>): CoursewareState {
  const after = { ...state.items }
  for (const [id, { changes, finished }] of Object.entries(items)) after[id] = { cmi: { ...itemOf(state, id)?.cmi, ...changes }, finished }
  return { current, items: after }
}

const numberOf = (text: string | undefined) => (text === undefined || text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text))
const clamped = (value: number) => Math.min(100, Math.max(0, value))
/** In percent, without the crumbs of binary fractions: whoever adds up points in JavaScript reports 59.99999999999997 for 60. */
const percentOf = (value: number) => clamped(Math.round(value * 1e6) / 1e6)

function scoreOf(cmi: Cmi, at: string): number | null {
  const scaled = numberOf(cmi[`${at}.scaled`])
  const raw = numberOf(cmi[`${at}.raw`])
  const [min, max] = [numberOf(cmi[`${at}.min`]) ?? 0, numberOf(cmi[`${at}.max`]) ?? 100]
  // "0 of 0", as packages without questions send it, is no score; what tools work out of it is none either.
  if (raw !== null && max === min && raw === min && !scaled) return null
  if (scaled !== null) return percentOf(scaled * 100)
  if (raw === null) return null
  return percentOf(max > min ? ((raw - min) / (max - min)) * 100 : raw)
}

export type ItemVerdict = 'passed' | 'failed' | 'completed' | 'incomplete' | 'unknown'

/** What the manifest says that a part's words are measured by; without it they stand for themselves. */
export type ItemMeasure = Partial<Pick<LaunchItem, 'masteryScore' | 'completionThreshold' | 'passingScore'> & Pick<CoursewarePackage, 'standard'>>

/** Of the words by which a part of 2004 is judged; the runtime writes out each of them, also what was never said. */
const newWords = /^cmi\.(?:completion_status|success_status|progress_measure|score\.(?:raw|scaled))$/
const unsaid = new Set(['', 'unknown', 'not attempted'])

/** Whether a part's words are those of SCORM 1.2. A package that has come anew by the other standard keeps what it said, which is silent once it has said something new. */
function isOldPart({ cmi, finished }: ItemState, { standard }: ItemMeasure): boolean {
  const words = Object.entries(cmi)
  if (!words.some(([name]) => name.startsWith('cmi.core.'))) return false
  const saysNew = words.some(([name, value]) => newWords.test(name) && !unsaid.has(value))
  const saysOld = finished || !unsaid.has(cmi['cmi.core.lesson_status'] ?? '') || !!cmi['cmi.core.score.raw']
  return standard === 'scorm2004' ? !saysNew : saysOld || !saysNew
}

/** Whether what a part of 2004 says reaches what is asked for; null where it does not say it, or nothing is asked for: then its own word stands. */
const reaches = (value: number | null, limit: number | null | undefined) => (value === null || typeof limit !== 'number' ? null : value >= limit)

/** Whether a score of SCORM 1.2 is below the mastery score: points, where there are that many and fewer than 100, else percent; null where there is no score. */
export function isBelowMastery(cmi: Cmi, mastery: number): boolean | null {
  const score = scoreOf(cmi, 'cmi.core.score')
  const max = numberOf(cmi['cmi.core.score.max']) ?? 100
  const points = numberOf(cmi['cmi.core.score.raw'])
  if (score === null || points === null) return null
  return (mastery <= max && max < 100 ? points : score) < mastery
}

/**
 * How a part stands by its own words and by what its manifest asks for, and its score in percent. The runtime asks for it only when a part
 * ends, too late for a score that was reported before.
 */
export function itemVerdict(state: ItemState, measure: ItemMeasure = {}): { verdict: ItemVerdict; score: number | null; progress: number | null } {
  const { cmi, finished } = state
  if (isOldPart(state, measure)) {
    const said = cmi['cmi.core.lesson_status'] ?? ''
    const named = said === 'passed' || said === 'failed' || said === 'completed' || said === 'incomplete' ? said : 'unknown'
    const score = scoreOf(cmi, 'cmi.core.score')
    const isShort = typeof measure.masteryScore === 'number' && isBelowMastery(cmi, measure.masteryScore)
    // SCORM 1.2: who finishes without a status has completed (contract 5.25).
    return { verdict: isShort ? 'failed' : named === 'unknown' && finished && said !== 'browsed' ? 'completed' : named, score, progress: null }
  }
  const score = scoreOf(cmi, 'cmi.score')
  const progress = numberOf(cmi['cmi.progress_measure'])
  const isPassed = score === null ? null : reaches(numberOf(cmi['cmi.score.scaled']), measure.passingScore)
  const success = isPassed === null ? cmi['cmi.success_status'] : isPassed ? 'passed' : 'failed'
  const isThrough = reaches(progress, measure.completionThreshold)
  const completion = isThrough === null ? cmi['cmi.completion_status'] : isThrough ? 'completed' : 'incomplete'
  const verdict = success === 'passed' || success === 'failed' ? success : completion === 'completed' || completion === 'incomplete' ? completion : 'unknown'
  return { verdict, score, progress }
}

const PASSING = 60
const HIGHEST_FAILED = 59

/** What one part says as `fraction`, 0 to 100; null while it says nothing (contract 5.25, anchors 4.4). */
export function itemFraction(state: ItemState, measure: ItemMeasure = {}): number | null {
  const { verdict, score, progress } = itemVerdict(state, measure)
  if (verdict === 'failed') return Math.min(HIGHEST_FAILED, score ?? 0)
  if (score !== null) return score
  if (verdict === 'passed' || verdict === 'completed') return 100
  return progress === null ? null : Math.min(HIGHEST_FAILED, clamped(progress * 100))
}

/** The `fraction` of a whole package, a whole number: the mean of its parts, passing only when every part passes; null while none says anything. */
export function packageFraction({ standard = 'either', items }: { standard?: CoursewareStandard; items: readonly (Pick<LaunchItem, 'id' | 'tracked'> & ItemMeasure)[] }, state: CoursewareState): number | null {
  const tracked = items.filter((item) => item.tracked)
  const counted = tracked.length > 0 ? tracked : items.slice(0, 1)
  const fractions = counted.map((item) => {
    const known = itemOf(state, item.id)
    return known && itemFraction(known, { ...item, standard })
  })
  if (fractions.every((fraction) => fraction === null)) return null
  const mean = fractions.reduce<number>((sum, fraction) => sum + (fraction ?? 0), 0) / fractions.length
  // Whether a part passes is asked before anything is rounded: 59.5 is not 60.
  return fractions.every((fraction) => fraction !== null && fraction >= PASSING) ? Math.round(mean) : Math.min(HIGHEST_FAILED, Math.round(mean))
}

/** Where a 2004 package asks to go when a part ends; null for nowhere. */
export type NavigationRequest = { to: 'next' | 'previous' | 'end' } | { to: 'item'; id: string }

/** The wish in `adl.nav.request`: `continue`, `previous`, `exitAll`, `{target=ITEM}choice` and the like. */
export function navigationOf(request: string): NavigationRequest | null {
  if (request === 'continue') return { to: 'next' }
  if (request === 'previous') return { to: 'previous' }
  const target = /^\{target=([^}]{1,200})\}(?:choice|jump)$/.exec(request)?.[1]
  if (target) return { to: 'item', id: target }
  return /^(?:exit|exitAll|suspendAll|abandon|abandonAll)$/.test(request) ? { to: 'end' } : null
}

/** The part after or before another one in the order of the table of contents; null at its ends. */
export function neighbourItem(items: readonly LaunchItem[], id: string, step: 1 | -1): LaunchItem | null {
  return items[items.findIndex((item) => item.id === id) + step] ?? null
}

/** What the launch page is given. */
export type LaunchView = {
  package: CoursewarePackage
  state: CoursewareState
  /** When the state was saved, in milliseconds since 1970; 0 when never. */
  savedAt: number
  /** The number of the commit that brought the state; 0 when the platform does not say. */
  savedSeq: number
  /** Commits are numbered from here on. */
  seq: number
  serverNow: number
  learner: { id: string; name: string }
  /** Where the player is that shows this launch. */
  appOrigin: string
  /** Under which the browser keeps what did not get through. */
  keptKey: string
}

/** What the player is told of a launch. */
export type Launched = { id: string; url: string; origin: string }
export type LaunchNews<Report> = { current: boolean; reports: Report[]; fraction: number | null }

/** What the launch page says to the player: hints, which decide nothing. */
export const launchWords = ['ready', 'touch', 'blocked', 'saving', 'saved', 'offline', 'unanswered', 'notKept', 'refused', 'superseded', 'over', 'ended', 'failed', 'missing'] as const
export type LaunchWord = (typeof launchWords)[number]
