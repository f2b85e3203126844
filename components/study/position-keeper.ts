import type { Kept } from '@/components/study/kept'
import { newerPosition, SAVE_POSITION_MS, type StudyPosition } from '@/lib/domain/study'

type Save = (save: { sectionId: string; resourceId: string; position: number; seq: number }, leaving: boolean) => Promise<boolean>
type Resource = { learnerId: string; sectionId: string; resourceId: string; serverNow: number }

/** Remembers where the learner is in one resource: in the browser at once, on the platform every few seconds and at the end. */
export class PositionKeeper {
  readonly #resource: Resource
  readonly #kept: Kept
  readonly #save: Save
  readonly #key: string
  /** How far this device's clock is behind the server's, in milliseconds: numbers of several devices stay in order. */
  readonly #behindMs: number
  #latest: number | null = null
  #sent: number | null = null
  #seq = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #offered = true

  constructor(resource: Resource, kept: Kept, save: Save) {
    this.#resource = resource
    this.#kept = kept
    this.#save = save
    this.#key = `study:${resource.learnerId}:position:${resource.sectionId}:${resource.resourceId}`
    this.#behindMs = resource.serverNow - Date.now()
  }

  /** Where to go on: the newer of what the platform gave and what this browser kept. What is sent from then on is numbered after what was given. */
  resumeAt(given: StudyPosition | null): number | null {
    // By whatever clock that was numbered.
    this.#seq = Math.max(this.#seq, given?.seq ?? 0)
    return newerPosition(given, this.#read())?.position ?? null
  }

  /** The learner is here now: whole seconds, whole pages. */
  note(position: number): void {
    const whole = Math.floor(position)
    if (!Number.isFinite(whole) || whole === this.#latest || this.#resource.resourceId === '') return
    this.#latest = whole
    this.#kept.write(this.#key, JSON.stringify({ position: this.#latest, savedAt: Date.now() + this.#behindMs }))
    this.#timer ??= setTimeout(() => this.flush(false), SAVE_POSITION_MS)
  }

  /** Sends what is not sent yet; `leaving` when the page goes away. */
  flush(leaving: boolean): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const position = this.#latest
    if (position === null || position === this.#sent || !this.#offered) return
    this.#sent = position
    this.#seq = Math.max(this.#seq + 1, Date.now() + this.#behindMs)
    const { sectionId, resourceId } = this.#resource
    void this.#save({ sectionId, resourceId, position, seq: this.#seq }, leaving).then(
      (offered) => void (this.#offered = offered),
      () => void (this.#sent = null),
    )
  }

  #read(): StudyPosition | null {
    try {
      const found = JSON.parse(this.#kept.read(this.#key) ?? 'null') as Partial<StudyPosition> | null
      return found && Number.isFinite(found.position) && Number.isFinite(found.savedAt) ? { position: found.position as number, savedAt: found.savedAt as number } : null
    } catch {
      return null
    }
  }
}
