import { contentTotals } from '../db/schema/courses.ts'
import { examAverages } from '../db/schema/exams.ts'
import { optionStatistics, questionStatistics } from '../db/schema/questions.ts'
import { learnerTotals, rankHistogram } from '../db/schema/rankings.ts'
import { reviews } from '../db/schema/reviews.ts'
import { bucketOf } from '../rules/rankings.ts'
import type { RankingMetric } from '../rules/rankings.ts'
import { averageStars } from '../rules/reviews.ts'
import type { Rows } from './rows.ts'

type Scope = (typeof learnerTotals.$inferInsert)['scope']
type Kind = 'course' | 'plan'
type Review = typeof reviews.$inferInsert
type Stars = [number, number, number, number, number]

/** What a learner's best attempt at an exam adds to the exam's statistics. */
export type BestAttempt = {
  examId: number
  score: number
  usedMs: number
  accuracy: number
  answers: readonly { questionId: number; optionIds: readonly number[]; correct: boolean }[]
}

/** The figures of one tenant that follow from its rows; they grow with courses and exams, never with learners. */
export class Totals {
  readonly #tenantId: number
  readonly #rows: Rows
  readonly #histogram = new Map<string, { metric: RankingMetric; scope: Scope; scopeId: number; bucket: number; learners: number }>()
  readonly #content = new Map<string, { kind: Kind; id: number; joinCount: number; stars: Stars }>()
  readonly #questions = new Map<string, { examId: number; questionId: number; answers: number; correct: number }>()
  readonly #options = new Map<string, { examId: number; questionId: number; optionId: number; choices: number }>()
  readonly #reviews: Omit<Review, 'number'>[] = []
  readonly #averages = new Map<number, { learners: number; score: number; usedMs: number; accuracy: number }>()

  constructor(tenantId: number, rows: Rows) {
    this.#tenantId = tenantId
    this.#rows = rows
  }

  /** A learner's figure in a ranking. */
  rank(metric: RankingMetric, scope: Scope, scopeId: number, learnerId: number, value: number): void {
    const bucket = bucketOf(metric, value)
    this.#rows.put(learnerTotals, { tenantId: this.#tenantId, metric, scope, scopeId, learnerId, value, bucket })
    const key = `${metric}/${scope}/${scopeId}/${bucket}`
    const found = this.#histogram.get(key)
    if (found) found.learners += 1
    else this.#histogram.set(key, { metric, scope, scopeId, bucket, learners: 1 })
  }

  /** Makes a course or plan known, so that it has a row even without participants. */
  content(kind: Kind, id: number): void {
    this.#contentOf(kind, id)
  }

  joined(kind: Kind, id: number): void {
    this.#contentOf(kind, id).joinCount += 1
  }

  /** A review; numbered at the end, when all of them are known. */
  reviewed(review: Omit<Review, 'number'>): void {
    const { contentKind, contentId, stars } = review
    const counts = this.#contentOf(contentKind, contentId).stars
    counts[stars - 1] = (counts[stars - 1] ?? 0) + 1
    this.#reviews.push(review)
  }

  attempted({ examId, score, usedMs, accuracy, answers }: BestAttempt): void {
    const sums = this.#averages.get(examId) ?? { learners: 0, score: 0, usedMs: 0, accuracy: 0 }
    sums.learners += 1
    sums.score += score
    sums.usedMs += usedMs
    sums.accuracy += accuracy
    this.#averages.set(examId, sums)
    for (const { questionId, optionIds, correct } of answers) {
      for (const id of [examId, 0]) {
        const question = this.#questions.get(`${id}/${questionId}`) ?? { examId: id, questionId, answers: 0, correct: 0 }
        question.answers += 1
        if (correct) question.correct += 1
        this.#questions.set(`${id}/${questionId}`, question)
        for (const optionId of optionIds) {
          const option = this.#options.get(`${id}/${optionId}`) ?? { examId: id, questionId, optionId, choices: 0 }
          option.choices += 1
          this.#options.set(`${id}/${optionId}`, option)
        }
      }
    }
  }

  /** Puts everything that was counted into its tables. */
  finish(): void {
    const tenantId = this.#tenantId
    for (const list of Map.groupBy(this.#reviews, ({ contentKind, contentId }) => `${contentKind}/${contentId}`).values()) {
      const inOrder = list.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.reviewId - b.reviewId)
      for (const [index, review] of inOrder.entries()) this.#rows.put(reviews, { ...review, number: index + 1 })
    }
    for (const row of this.#histogram.values()) this.#rows.put(rankHistogram, { tenantId, ...row })
    for (const { kind, id, joinCount, stars } of this.#content.values()) {
      const [stars1, stars2, stars3, stars4, stars5] = stars
      this.#rows.put(contentTotals, { tenantId, contentKind: kind, contentId: id, joinCount, stars1, stars2, stars3, stars4, stars5, rating: averageStars(stars) })
    }
    for (const { correct, ...row } of this.#questions.values()) this.#rows.put(questionStatistics, { tenantId, ...row, correctAnswers: correct })
    for (const row of this.#options.values()) this.#rows.put(optionStatistics, { tenantId, ...row })
    for (const [examId, { learners, score, usedMs, accuracy }] of this.#averages) {
      this.#rows.put(examAverages, { tenantId, examId, learners, scoreSum: score, usedMsSum: usedMs, accuracySum: accuracy })
    }
  }

  #contentOf(kind: Kind, id: number) {
    const key = `${kind}/${id}`
    const found = this.#content.get(key) ?? { kind, id, joinCount: 0, stars: [0, 0, 0, 0, 0] as Stars }
    this.#content.set(key, found)
    return found
  }
}
