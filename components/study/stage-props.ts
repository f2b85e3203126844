import type { FrameMode } from '@/components/study/frame-mode'
import type { StageMoment } from '@/components/study/stage-moment'
import type { PlayerSubject, Stop } from '@/lib/domain/player'
import type { Section } from '@/lib/domain/catalogue'
import type { ClockEvent, StudyPosition } from '@/lib/domain/study'

/** Who studies, as far as the browser needs to know. */
export type PlayerLearner = { id: string; name: string; account: string; avatarUrl: string | null }

/** What every stage is given, whatever it shows; it lives as long as its stop is open. */
export type StageProps = {
  learner: PlayerLearner
  subject: PlayerSubject
  stop: Stop
  /** The opened section; null for an exam that is an item of a plan. */
  section: Section | null
  position: StudyPosition | null
  serverNow: number
  /** What comes after; `open` does nothing while it is locked. */
  next: { stop: Stop; open: () => void } | null
  /** The learner came here from another section: content may begin by itself. */
  startsAtOnce: boolean
  frame: FrameMode
  /** Where in the content one is, for notes. */
  moment: StageMoment
  /** The study clock is told what happens. */
  tell: (event: ClockEvent) => void
  /** The content was gone through to its end. */
  onThrough: () => void
  /** A file was refused: perhaps the session is over. */
  onDenied: () => void
}
