import { afterEach, beforeEach, vi } from 'vitest'
import { PracticeSession, type PracticeDoors } from '@/components/practice/practice-session'
import type { Kept } from '@/components/study/kept'
import type { DrawFrom, JudgedAnswer, PracticeDraw, PracticeQuestion } from '@/lib/domain/practice'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { BffError } from '@/lib/queries/bff'

const html = (text: string) => text as SafeHtml

/** What is practised unless said otherwise. */
export const what = { from: 'subject' as const, subjectId: '7', subjectName: '低压电工', count: 30, labels: [] } satisfies DrawFrom

/** Three questions: single, multiple (A and B are right) and judgement; else A is right. */
export const questions: PracticeQuestion[] = (['single', 'multiple', 'judgement'] as const).map((kind, at) => ({
  id: `q${at + 1}`, kind, content: html(`<p>Question ${at + 1}</p>`), mistakeId: null, place: { source: 'practice' }, sealed: null,
  options: (kind === 'judgement' ? ['a', 'b'] : ['a', 'b', 'c']).map((letter) => ({ id: `${at + 1}${letter}`, content: html(letter) })),
  origin: { kind: 'subject', id: '7', name: '低压电工', sectionId: null, sectionName: null, planId: null, itemId: null },
}))
export const rightIds = (id: string) => (id === 'q2' ? ['2a', '2b'] : [`${id.slice(1)}a`])

/** The platform in small: draws are kept, each question is judged once. */
export class Platform {
  readonly draws = new Map<string, PracticeDraw>()
  /** Calls that fail with this instead of arriving. */
  fault: BffError | null = null
  made = 0

  readonly doors: PracticeDoors = {
    make: () => this.#arrive(() => {
      this.made += 1
      const draw: PracticeDraw = { id: `d${this.made}`, subjectName: '低压电工', isFromBook: false, questions, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null }
      this.draws.set(draw.id!, draw)
      return draw
    }),
    load: (drawId) => this.#arrive(() => this.#of(drawId)),
    judge: (what) => this.#arrive(() => {
      if (!('drawId' in what)) throw new BffError('invalid')
      const draw = this.#of(what.drawId)
      const judged = what.answers.flatMap(({ questionId, optionIds }): JudgedAnswer[] => {
        const before = draw.answers.find((answer) => answer.questionId === questionId)
        if (before) return [before]
        if (draw.isEnded) return []
        const correctIds = rightIds(questionId)
        return [{ questionId, chosenIds: optionIds, correctIds, isRight: [...optionIds].sort().join() === correctIds.join(), analysis: null, mistakeId: null, review: null }]
      })
      const answers = [...draw.answers, ...judged.filter(({ questionId }) => !draw.answers.some((answer) => answer.questionId === questionId))]
      this.draws.set(what.drawId, {
        ...draw, answers, isEnded: draw.isEnded || what.isEnded === true,
        ...(draw.isEnded ? {} : { elapsedSeconds: Math.max(draw.elapsedSeconds, what.elapsedSeconds), currentIndex: what.currentIndex }),
      })
      return { answers: judged, isEnded: this.#of(what.drawId).isEnded }
    }),
  }

  async #arrive<T>(answer: () => T): Promise<T> {
    await Promise.resolve()
    if (this.fault) throw this.fault
    return answer()
  }

  #of(drawId: string): PracticeDraw {
    const draw = this.draws.get(drawId)
    if (!draw) throw new BffError('missing')
    return draw
  }
}

/** What a browser keeps, from one visit to the next. */
export function memory(): Kept {
  const values = new Map<string, string>()
  return {
    read: (key) => values.get(key) ?? null,
    write: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    keysUnder: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
  }
}

/** A platform and a browser for each test, with exercises that end with it. */
export function exercises() {
  const own = { platform: new Platform(), kept: memory(), visit }
  const sessions: PracticeSession[] = []
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
    own.platform = new Platform()
    own.kept = memory()
  })
  afterEach(() => {
    for (const session of sessions.splice(0)) session.close()
    vi.useRealTimers()
  })

  /** Opens the page of an exercise; `drawn` gets the ids of its draws. */
  function visit({ from = what, drawn = [] }: { from?: DrawFrom; drawn?: string[] } = {}) {
    const session = new PracticeSession({ learnerId: '1', what: from, kept: own.kept, doors: own.platform.doors, onDrawn: (id) => drawn.push(id) })
    sessions.push(session)
    return session
  }
  return own
}
