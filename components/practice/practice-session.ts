import { watchBook, type BookSign } from '@/components/mistakes/book-signs'
import { channelOf, dropOldExercises, endedUnheard, isOfDraw, keepEnded, keepRunning, keepSign, keysOf, resumed, withLeft, withSign, without, wrongAgain, type Choices, type KeptExercise, type KeptPlace } from '@/components/practice/kept-exercises'
import { readKept, type OpenExercise } from '@/components/practice/open-exercise'
import { Stopwatch } from '@/components/practice/stopwatch'
import type { Kept } from '@/components/study/kept'
import { Observable } from '@/components/study/observable'
import type { ReviewState } from '@/lib/domain/mistakes'
import { resultOf, type DrawFrom, type JudgedAnswer, type Judgement, type PracticeDraw, type PracticeQuestion, type PracticeResult } from '@/lib/domain/practice'
import { BffError } from '@/lib/queries/bff'
import { isNotThere } from '@/lib/queries/not-there'

export type PracticeDoors = {
  make: (what: DrawFrom) => Promise<PracticeDraw>
  load: (drawId: string) => Promise<PracticeDraw>
  judge: (what: { drawId: string; answers: { questionId: string; optionIds: string[] }[]; elapsedSeconds: number; currentIndex: number; isEnded?: boolean } | { sealed: string; optionIds: string[] }, leaving?: boolean) => Promise<Judgement>
}

export type PracticeState = {
  /** `missing`: what was to be practised is not there any more, or refused. */
  status: 'loading' | 'failed' | 'missing' | 'running' | 'ended'
  /** Why there is nothing to practise, as the platform says it. */
  refusal: string | null
  draw: PracticeDraw | null
  index: number
  answers: Record<string, JudgedAnswer>
  /** Options chosen of questions and not yet submitted, by the question's id. */
  chosen: Choices
  isJudging: boolean
  seconds: number
}

/** What becomes of chosen options; a question that is `gone` from the bank meanwhile nobody judges. */
export type Submitted = 'done' | 'unchosen' | 'gone'
/** What windows with the same exercise tell each other. */
type Heard = { answers: JudgedAnswer[]; isEnded: boolean; /** How one that the browser keeps has ended. */ ended?: KeptExercise }

const byQuestion = (answers: readonly JudgedAnswer[]) => Object.fromEntries(answers.map((answer) => [answer.questionId, answer]))
const isRefused = (error: unknown) => error instanceof BffError && error.code === 'rejected'

const SAVE_SECONDS = 15

/** An exercise from draw to end: the platform judges, the browser counts the time; a reload goes on where it stopped. */
export class PracticeSession extends Observable<PracticeState> {
  readonly #doors: PracticeDoors
  readonly #kept: Kept
  readonly #keys: ReturnType<typeof keysOf>
  readonly #what: DrawFrom
  /** Tells the draw's id, so that it stands in the address. */
  readonly #onDrawn: (drawId: string) => void
  readonly #watch = new Stopwatch()
  #savedSeconds = 0
  #keptSeconds = 0
  #openedAt = new Date().toISOString()
  #opening: Promise<void> | null = null
  /** Whether its page is there: what comes when it was left is kept, and neither counts nor changes the address. */
  #isOpen = false
  #channel: BroadcastChannel | null = null
  #unwatchBook: (() => void) | null = null

  constructor({ learnerId, what, doors, kept, onDrawn }: { learnerId: string; what: DrawFrom; doors: PracticeDoors; kept: Kept; onDrawn: (drawId: string) => void }) {
    super({ status: 'loading', refusal: null, draw: null, index: 0, answers: {}, chosen: {}, isJudging: false, seconds: 0 })
    this.#doors = doors
    this.#kept = kept
    this.#what = what
    this.#onDrawn = onDrawn
    this.#keys = keysOf(learnerId, what)
  }

  /** Takes up the draw of the address, what this browser kept, or a new draw; asked twice at a time it opens once. */
  open(drawId: string | null): Promise<void> {
    this.#isOpen = true
    this.#opening ??= this.#open(drawId).finally(() => (this.#opening = null))
    return this.#opening
  }

  async #open(drawId: string | null): Promise<void> {
    this.#openedAt = new Date().toISOString()
    this.set({ status: 'loading', refusal: null })
    try {
      const found = (drawId ? await this.#load(drawId) : resumed(this.#kept, this.#keys.exercise, this.#what)) ?? (await this.#draw())
      const place = found.id ? readKept<KeptPlace>(this.#kept, this.#keys.place(found.id)) : null
      // What this browser kept is newer when it has counted further.
      const newer = place !== null && place.seconds >= found.elapsedSeconds ? place : null
      const chosen = newer?.chosen ?? (found.id ? {} : (readKept<KeptExercise>(this.#kept, this.#keys.exercise)?.chosen ?? {}))
      const keptIndex = found.questions.findIndex(({ id }) => id === newer?.questionId)
      const index = keptIndex >= 0 ? keptIndex : Math.min(found.currentIndex, Math.max(0, found.questions.length - 1))
      this.#savedSeconds = found.elapsedSeconds
      this.set({
        status: found.isEnded ? 'ended' : 'running', draw: found, index, chosen: without(chosen, found.answers),
        answers: byQuestion(found.answers), seconds: Math.max(found.elapsedSeconds, newer?.seconds ?? 0),
      })
      if (this.#isOpen && found.id && found.id !== drawId) this.#onDrawn(found.id)
      if (this.#isOpen && !found.isEnded && found.questions.length > 0) {
        this.#run()
        this.#listen()
      }
      this.#keep()
      if (!found.id) dropOldExercises(this.#kept, this.#keys.exercises)
      // Ended on another device or with another window: nothing is left to go on with.
      else if (found.isEnded) this.#forget(found.id)
    } catch (error) {
      this.set({ status: isNotThere(error) || isRefused(error) ? 'missing' : 'failed', refusal: error instanceof BffError && error.hasWords ? error.message : null })
    }
  }

  /** The draw of the address; null when it is not this learner's, or gone. One that is refused is still there, and no other is drawn in its place. */
  async #load(drawId: string): Promise<PracticeDraw | null> {
    try {
      return await this.#doors.load(drawId)
    } catch (error) {
      if (isNotThere(error)) return null
      throw error
    }
  }

  /** Stops counting; what was counted is told. */
  close(): void {
    this.#isOpen = false
    this.save(true)
    this.#watch.stop()
    this.#unwatchBook?.()
    this.#channel?.close()
    this.#unwatchBook = this.#channel = null
  }

  get question(): PracticeQuestion | null {
    const { draw, index } = this.get()
    return draw?.questions[index] ?? null
  }

  get result(): PracticeResult | null {
    const { draw, answers, seconds } = this.get()
    return draw && resultOf(draw, Object.values(answers), seconds)
  }

  /** Goes to a question; `false` when there is none there. */
  goTo(index: number): boolean {
    const { draw } = this.get()
    if (!draw || index < 0 || index >= draw.questions.length) return false
    this.set({ index })
    this.#keep()
    return true
  }

  /** Picks an option: one of several is marked, the only one is judged at once. */
  async pick(optionId: string): Promise<Submitted | void> {
    const question = this.question
    const { answers, isJudging, chosen } = this.get()
    if (!question || isJudging || answers[question.id]) return
    if (question.kind === 'multiple') {
      // What was picked before the question was changed may be no option any more: nobody could take it out.
      const before = (chosen[question.id] ?? []).filter((id) => question.options.some((option) => option.id === id))
      this.set({ chosen: { ...chosen, [question.id]: before.includes(optionId) ? before.filter((id) => id !== optionId) : [...before, optionId] } })
      return this.#keep()
    }
    this.set({ chosen: { ...chosen, [question.id]: [optionId] } })
    return this.submit()
  }

  /** Has the chosen options judged. Where that fails, or the question is gone, the choice is as it was before. */
  async submit(): Promise<Submitted> {
    const question = this.question
    const { draw, chosen, isJudging, answers, seconds, index } = this.get()
    if (!draw || !question || isJudging || answers[question.id]) return 'done'
    const optionIds = chosen[question.id] ?? []
    if (optionIds.length === 0) return 'unchosen'
    this.set({ isJudging: true })
    try {
      const judged = draw.id
        ? await this.#doors.judge({ drawId: draw.id, answers: [{ questionId: question.id, optionIds }], elapsedSeconds: seconds, currentIndex: index })
        : await this.#doors.judge({ sealed: question.sealed ?? '', optionIds })
      this.#savedSeconds = seconds
      this.#take(judged)
      this.#tell(judged)
      return judged.isEnded || this.get().answers[question.id] ? 'done' : 'gone'
    } finally {
      if (question.kind !== 'multiple') this.set({ chosen: without(this.get().chosen, [{ questionId: question.id }]) })
      this.set({ isJudging: false })
      this.#keep()
    }
  }

  /** Ends the exercise and gives its result; one that has ended, here or in another window, ends no second time. */
  async end(): Promise<PracticeResult | null> {
    this.#count()
    this.#keep()
    const { draw, seconds, index, answers, status } = this.get()
    if (!draw || status === 'ended') return this.result
    this.#watch.stop()
    if (draw.id) {
      try {
        this.#tell(await this.#doors.judge({ drawId: draw.id, answers: [], elapsedSeconds: seconds, currentIndex: index, isEnded: true }))
      } catch (error) {
        if (this.#isOpen) this.#run()
        throw error
      }
      this.#forget(draw.id)
    } else {
      const ended = keepEnded(this.#kept, this.#keys, { draw, answers: Object.values(answers), seconds, index, chosen: {} })
      this.#tell({ answers: [], isEnded: true, ended })
      this.#endAs(ended)
    }
    this.set({ status: 'ended' })
    return this.result
  }

  /** Tells the platform the time and the place, when there is something new to tell. */
  save(leaving: boolean): void {
    this.#count()
    const { draw, seconds, index, status } = this.get()
    if (!draw || status !== 'running') return
    this.#keep()
    if (!draw.id || seconds <= this.#savedSeconds) return
    this.#savedSeconds = seconds
    // What the platform misses of the time, this browser still has.
    void this.#doors.judge({ drawId: draw.id, answers: [], elapsedSeconds: seconds, currentIndex: index }, leaving).then((judged) => this.#take(judged), () => undefined)
  }

  /** Takes up how an answered question is scheduled now. */
  schedule(questionId: string, review: ReviewState): void {
    const answer = this.get().answers[questionId]
    if (answer) this.set({ answers: { ...this.get().answers, [questionId]: { ...answer, review } } })
  }

  /** Takes up what was judged, here or in another window; one that has ended there has ended here. */
  #take({ answers, isEnded, ended }: Heard): void {
    if (answers.length > 0) {
      this.set({ answers: { ...this.get().answers, ...byQuestion(answers) }, chosen: without(this.get().chosen, answers) })
    }
    const { draw, status } = this.get()
    if (!isEnded || status !== 'running') return
    if (ended) return this.#endAs(ended)
    this.#watch.stop()
    if (draw?.id) this.#forget(draw.id)
    this.set({ status: 'ended' })
  }

  #endAs({ draw, answers, seconds }: KeptExercise): void {
    this.#watch.stop()
    this.set({ status: 'ended', draw, answers: byQuestion(answers), seconds, chosen: {} })
  }

  #tell(heard: Heard): void {
    this.#channel?.postMessage(heard)
  }

  #listen(): void {
    const { draw } = this.get()
    this.#unwatchBook ??= watchBook((sign) => this.#mark(sign))
    if (!draw || this.#channel || typeof BroadcastChannel === 'undefined') return
    this.#channel = new BroadcastChannel(channelOf(draw, this.#keys))
    this.#channel.onmessage = (event: MessageEvent<Heard>) => this.#take(event.data)
  }

  #mark(sign: BookSign): void {
    const { draw } = this.get()
    if (!draw || !isOfDraw(draw, sign)) return
    this.set({ draw: withSign(draw, sign) })
    // That alone is kept: another window may have got further in the same exercise.
    if (!draw.id) keepSign(this.#kept, this.#keys.exercise, sign)
  }

  #forget(drawId: string): void {
    this.#kept.remove(this.#keys.place(drawId))
    if (readKept<OpenExercise>(this.#kept, this.#keys.open)?.drawId === drawId) this.#kept.remove(this.#keys.open)
  }

  #run(): void {
    this.#watch.start(this.get().seconds, () => {
      this.#count()
      this.#keep(true)
      if (this.get().seconds - this.#savedSeconds >= SAVE_SECONDS) this.save(false)
    })
  }

  #count(): void {
    this.set({ seconds: Math.max(this.get().seconds, this.#watch.seconds ?? 0) })
  }

  async #draw(): Promise<PracticeDraw> {
    return wrongAgain(this.#kept, this.#keys, this.#what) ?? withLeft(this.#kept, this.#keys.exercise, await this.#doors.make(this.#what))
  }

  #keep(onlyTime = false): void {
    const { draw, answers, seconds, index, chosen, status } = this.get()
    if (!draw || status !== 'running' || draw.questions.length === 0) return
    if (draw.id) {
      this.#kept.write(this.#keys.place(draw.id), JSON.stringify({ seconds, questionId: draw.questions[index]?.id ?? null, chosen } satisfies KeptPlace))
      if (!onlyTime) this.#kept.write(this.#keys.open, JSON.stringify({ drawId: draw.id, what: this.#what, subjectName: draw.subjectName, done: Object.keys(answers).length, total: draw.questions.length } satisfies OpenExercise))
      return
    }
    // The whole exercise is written when it changes and now and then for the time; another window's answers stay.
    if (onlyTime && seconds - this.#keptSeconds < 5) return
    this.#keptSeconds = seconds
    const ended = endedUnheard(this.#kept, this.#keys, draw, this.#openedAt)
    if (ended) return this.#endAs(ended)
    keepRunning(this.#kept, this.#keys.exercise, this.#what, { draw, answers: Object.values(answers), seconds, index, chosen })
  }
}
