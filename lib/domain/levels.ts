/** A level: a title, and the points from which one has it. */
export type Level = { /** 1 to 10, lowest first. */ id: number; name: string; pointsNeeded: number }

/** What a learner has reached so far (spec 1 §2, basic data). */
export type LearningSummary = {
  name: string
  department: string
  avatarUrl: string | null
  level: { id: number; name: string | null }
  points: number
  credits: number
  hours: number
  courses: number
  plans: number
  exams: number
  classes: number
}

export type LevelProgress = {
  current: Level | null
  /** The level after it; null at the top, and with `current` where the level is none of those there are. */
  next: Level | null
  /** Points that are missing to the next level, 0 at the top. */
  missing: number
  /** How far between the two, 0 to 100; 100 at the top. */
  percent: number
}

/** Where somebody with these points stands on the ladder, at the level the platform says. */
export function levelProgress(levels: readonly Level[], levelId: number, points: number): LevelProgress {
  const current = levels.find(({ id }) => id === levelId) ?? null
  const next = levels.find(({ id }) => id === levelId + 1) ?? null
  if (!next) return { current, next, missing: 0, percent: 100 }
  const from = current?.pointsNeeded ?? 0
  const span = Math.max(1, next.pointsNeeded - from)
  return { current, next, missing: Math.max(0, next.pointsNeeded - points), percent: Math.min(100, Math.max(0, Math.floor(((points - from) * 100) / span))) }
}
