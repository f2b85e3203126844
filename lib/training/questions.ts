import 'server-only'
import { z, type ZodType } from 'zod'
import type { OptionShare, QuestionKind, QuestionOption, ReviewedQuestion } from '@/lib/domain/questions'
import { cleanHtml, wireHtml } from './rich-text'
import { readWithin, wireEnum, wireExtra, wireId, wireIdMaybe, wireList, wireNumber, wireText } from './wire'

const YES = 1
/** No question has more options. */
const MOST_PLAIN = 100
const safeText = wireText.transform((value) => cleanHtml(value))
const kinds = { 1: 'single', 2: 'multiple', 3: 'judgement' } as const
const kindNumbers: Record<QuestionKind, number> = { single: 1, multiple: 2, judgement: 3 }

/** The kind of a question; one we do not know is asked as a single choice, without which nobody could answer it. */
export const wireQuestionKind = wireEnum('questionType', kinds, 'single').transform((kind: string): QuestionKind => (kind === 'unknown' ? 'single' : (kind as QuestionKind)))
/** The number of a kind of questions on the wire. */
export const questionKindNumber = (kind: QuestionKind): number => kindNumbers[kind]

const option = z.object({ optionId: wireId, optionContent: safeText }).transform((wire): QuestionOption => ({ id: wire.optionId, content: wire.optionContent }))
const options = wireList(option)
const isId = (value: unknown): value is string | number => (typeof value === 'string' ? value !== '' : Number.isSafeInteger(value))

/** Options as our platform sends them; null when they look any other way. */
function plainOptions(value: unknown): QuestionOption[] | null {
  if (!Array.isArray(value) || value.length > MOST_PLAIN) return null
  const made: QuestionOption[] = []
  for (const one of value as unknown[]) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return null
    const { optionId, optionContent } = one as Record<string, unknown>
    if (!isId(optionId) || typeof optionContent !== 'string') return null
    made.push({ id: String(optionId), content: cleanHtml(optionContent) })
  }
  return made
}

/** The options of a question, cleaned. A page of questions has hundreds: those that look as they should are read without a form. */
export const wireOptions: ZodType<QuestionOption[]> = z.unknown().optional().transform((value, context) => plainOptions(value) ?? readWithin(options, value, context))

const oneId = z.union([z.string(), z.number(), z.object({ optionId: wireId }).transform(({ optionId }) => optionId)]).transform(String)
/** Ids of options, as ids, as options, or joined by ampersands (contract 1.6). */
export const wireOptionIds = z.preprocess((value) => (typeof value === 'string' ? value.split('&').filter(Boolean) : value), wireList(oneId))

/** The fields every question has. */
export const questionShape = { questionId: wireId, questionType: wireQuestionKind, questionContent: safeText, optionList: wireOptions }

const percent = z.union([z.string(), z.number()]).nullish().transform((value) => (value === null || value === undefined || value === '' ? null : Math.min(100, Math.max(0, Number.parseFloat(String(value)) || 0))))
const share = z
  .object({ historyOptionLetter: wireText, currentOptionPercentage: percent, historyOptionPercentage: percent })
  .transform((wire): OptionShare => ({ letter: wire.historyOptionLetter, herePercent: wire.currentOptionPercentage ?? 0, everPercent: wire.historyOptionPercentage ?? 0 }))

/** A question of an answer detail (E3, W3; `beingAnswered` is ours). */
export const wireReviewedQuestion = z
  .object({
    ...questionShape, score: wireNumber(), userOptionList: wireOptionIds, trueOptionList: wireOptionIds, trueFlag: wireNumber(), isErrorFlag: wireNumber(), errorId: wireIdMaybe,
    analysis: wireHtml, trueStr: percent, statisticsEntityList: wireList(share), beingAnswered: wireExtra(wireNumber(), 0),
  })
  .transform((wire): ReviewedQuestion => ({
    id: wire.questionId, kind: wire.questionType, content: wire.questionContent, options: wire.optionList, score: wire.score,
    chosenIds: wire.userOptionList, correctIds: wire.trueOptionList, isRight: wire.trueFlag === YES,
    mistakeId: wire.errorId, inBook: wire.isErrorFlag === YES, isWithheld: wire.beingAnswered === YES, analysis: wire.analysis,
    accuracyPercent: wire.trueStr, shares: wire.statisticsEntityList,
  }))
