/** Where a banner or a tile leads. */
export type Target = { kind: 'plan'; id: string } | { kind: 'course'; id: string } | { kind: 'link'; href: string }

export type Banner = { id: string; pictureUrl: string; title: string; target: Target | null }

export type FloorTile = { pictureUrl: string | null; title: string; target: Target | null }

/** A strip of the home page that the tenant arranges. */
export type Floor = {
  kind: 'grid' | 'featuredPlan' | 'banner'
  title: string
  /** The link at the right of the title. */
  more: { label: string; href: string } | null
  tiles: FloorTile[]
}

/** Something the learner has begun, as the strip on the home page shows it. */
export type StudyInProgress = {
  kind: 'course' | 'plan' | 'exam'
  /** The id of the course, plan or exam. */
  id: string
  name: string
  sectionsDone: number
  sectionsTotal: number
  /** 0 to 100. */
  progressPercent: number
}

/** How many begun things the home page shows (spec 1 §9). */
export const STRIP_LENGTH = 4
