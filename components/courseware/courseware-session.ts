import { Observable } from '@/components/study/observable'
import { ALIVE_MS, launchWords, type Launched, type LaunchNews, type LaunchWord } from '@/lib/domain/courseware'
import type { StudyReport } from '@/lib/domain/study'

export type LaunchState = {
  phase: 'opening' | 'running' | 'superseded' | 'over' | 'ended' | 'failed' | 'missing' | 'noFile'
  url: string | null
  saving: 'idle' | 'saving' | 'saved' | 'offline' | 'unanswered' | 'notKept' | 'refused'
  fraction: number | null
}

type Given = {
  /** The same for the same section of the same learner: launches of one name know of each other. */
  name: string
  launch: () => Promise<Launched>
  ask: (launchId: string) => Promise<LaunchNews<StudyReport>>
  /** Whether a failure means that there is nothing to open. */
  isMissing: (error: unknown) => boolean
}
type Told = {
  onReady: () => void
  onTouch: () => void
  /** A key that the player blocks was pressed in the package. */
  onBlocked: () => void
  onReports: (reports: StudyReport[]) => void
  /** The score has changed: the platform has new figures. */
  onScore: () => void
}

const NEWS_PAUSE_MS = 400
/** How long the frame may take to say that it is ready: a content host that a network does not let through says nothing at all. */
const PATIENCE_MS = 30_000
/** Once the frame has said that it could not open, it is opened again: a platform that failed for a moment is no reason to press a button. */
const AGAIN_MS = 2_000
/** How long after its frame is gone the last commit of a package may take. */
const LAST_WORDS_MS = 1_200

/** One launch of a package in the player: it lives while its player does, and another launch of the same section ends it. */
export class CoursewareSession extends Observable<LaunchState> {
  readonly #given: Given
  #told: Told | null = null
  #launched: Launched | null = null
  #frame: (() => Window | null) | null = null
  #channel: BroadcastChannel | null = null
  #beat: ReturnType<typeof setInterval> | null = null
  #news: ReturnType<typeof setTimeout> | null = null
  #patience: ReturnType<typeof setTimeout> | null = null
  #second: ReturnType<typeof setTimeout> | null = null
  #hasTriedAgain = false
  #closed = false

  constructor(given: Given) {
    super({ phase: 'opening', url: null, saving: 'idle', fraction: null })
    this.#given = given
  }

  /** Opens the package in the frame that `frame` gives; gives back how it ends. */
  open(frame: () => Window | null, told: Told): () => void {
    this.#closed = false
    this.#told = told
    this.#frame = frame
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`courseware:${this.#given.name}`)
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string' && data !== this.#launched?.id) this.#end('superseded')
    })
    window.addEventListener('message', this.#hear)
    void this.#begin()
    return () => {
      this.#closed = true
      window.removeEventListener('message', this.#hear)
      this.#channel?.close()
      if (this.#beat) clearInterval(this.#beat)
      if (this.#news) clearTimeout(this.#news)
      if (this.#patience) clearTimeout(this.#patience)
      if (this.#second) clearTimeout(this.#second)
      const launched = this.#launched
      this.#launched = null
      // The frame's last commit is on its way when the player has moved on; what it brought is shown all the same.
      if (launched) setTimeout(() => void this.#ask(launched), LAST_WORDS_MS)
    }
  }

  /** Begins anew: after a failure, or here instead of where it was opened last. */
  again(): void {
    if (this.#second) clearTimeout(this.#second)
    this.#hasTriedAgain = false
    this.#beginAnew()
  }

  #beginAnew(): void {
    this.set({ phase: 'opening', url: null, saving: 'idle' })
    void this.#begin()
  }

  async #begin(): Promise<void> {
    try {
      const launched = await this.#given.launch()
      if (this.#closed) return
      this.#launched = launched
      this.set({ url: launched.url })
      if (this.#patience) clearTimeout(this.#patience)
      this.#patience = setTimeout(() => this.get().phase === 'opening' && this.#end('failed'), PATIENCE_MS)
      // Others of this browser hear at once that they are no longer the one; other devices when they ask next.
      this.#channel?.postMessage(launched.id)
      this.#beat ??= setInterval(() => this.#launched && void this.#ask(this.#launched), ALIVE_MS)
    } catch (error) {
      if (!this.#closed) this.set({ phase: this.#given.isMissing(error) ? 'missing' : 'failed', url: null })
    }
  }

  readonly #hear = ({ origin, source, data }: MessageEvent<unknown>): void => {
    const launched = this.#launched
    if (!launched || origin !== launched.origin || source !== this.#frame?.()) return
    const word = (data as { courseware?: unknown } | null)?.courseware
    if (!launchWords.includes(word as LaunchWord)) return
    switch (word as LaunchWord) {
      case 'ready':
        this.#hasTriedAgain = false
        this.set({ phase: 'running' })
        return this.#told?.onReady()
      case 'touch': return this.#told?.onTouch()
      case 'blocked': return this.#told?.onBlocked()
      case 'saving':
      case 'offline':
      case 'unanswered': return this.set({ saving: word as 'saving' | 'offline' | 'unanswered' })
      case 'saved':
      case 'notKept':
      case 'refused':
        this.set({ saving: word as 'saved' | 'notKept' | 'refused' })
        this.#news ??= setTimeout(() => {
          this.#news = null
          void this.#ask(launched)
        }, NEWS_PAUSE_MS)
        return
      case 'superseded': return this.#end('superseded')
      case 'over': return this.#end('over')
      case 'failed': return this.#fail()
      case 'missing': return void this.#lacksFile(launched)
      case 'ended': return this.set({ phase: 'ended' })
    }
  }

  #fail(): void {
    if (this.#hasTriedAgain || this.get().phase !== 'opening') return this.#end('failed')
    this.#hasTriedAgain = true
    // The next launch has a patience of its own.
    if (this.#patience) clearTimeout(this.#patience)
    this.#launched = null
    this.set({ url: null })
    this.#second = setTimeout(() => this.#beginAnew(), AGAIN_MS)
  }

  /** A launch that is over has no files either: only of one that lives it is the package that lacks them. */
  async #lacksFile(launched: Launched): Promise<void> {
    await this.#ask(launched)
    if (launched === this.#launched) this.#end('noFile')
  }

  /** What a launch has brought comes from our own server alone: the frame only hints that there may be something. */
  async #ask(launched: Launched): Promise<void> {
    try {
      const { current, reports, fraction } = await this.#given.ask(launched.id)
      if (reports.length > 0) this.#told?.onReports(reports)
      if (fraction !== this.get().fraction) {
        this.set({ fraction })
        this.#told?.onScore()
      }
      if (!current && launched === this.#launched) this.#end('superseded')
    } catch (error) {
      if (launched === this.#launched && this.#given.isMissing(error)) this.#end('over')
    }
  }

  #end(phase: 'superseded' | 'over' | 'failed' | 'noFile'): void {
    this.#launched = null
    if (this.#second) clearTimeout(this.#second)
    if (this.#beat) clearInterval(this.#beat)
    this.#beat = null
    this.set({ phase, url: null })
  }
}
