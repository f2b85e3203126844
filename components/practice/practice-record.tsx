'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { watchBook } from '@/components/mistakes/book-signs'
import { MistakeToggle } from '@/components/mistakes/mistake-toggle'
import { OriginLine } from '@/components/mistakes/origin-line'
import { useBookSigns } from '@/components/mistakes/use-book-signs'
import type { KeptExercise } from '@/components/practice/kept-exercises'
import { endedExerciseKey, readKept } from '@/components/practice/open-exercise'
import styles from '@/components/practice/practice.module.css'
import { AnswerLine, Analysis, ReviewedOptions } from '@/components/questions/question-review'
import { QuestionText } from '@/components/questions/question-text'
import questions from '@/components/questions/questions.module.css'
import { kept } from '@/components/study/kept'
import { ButtonLink } from '@/components/ui/button-link'
import { ErrorState } from '@/components/ui/error-state'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import { ProgressRing } from '@/components/ui/progress-ring'
import { Tag } from '@/components/ui/tag'
import { AGAIN_HERE, bookMarkOf, type PracticeDraw, type PracticeResult } from '@/lib/domain/practice'
import { clockOf } from '@/lib/domain/practice-clock'
import { routes } from '@/lib/routes'

const RING = 120

type Props = {
  learnerId: string
  result: PracticeResult
  /** The draw, where the platform keeps it. */
  draw: PracticeDraw | null
  /** The platform could not be asked for the draw. */
  hasFailed: boolean
  /** When the exercise ended that the browser may still keep (ISO 8601); null for none. */
  endedAt: string | null
  hasBank: boolean
}

/** The exercise that ended at that moment, if this browser still keeps it: another one that ended since has taken its place. */
function keptDraw(learnerId: string, endedAt: string): PracticeDraw | null {
  const found = readKept<KeptExercise>(kept, endedExerciseKey(learnerId))
  return found?.draw.endedAt === endedAt ? { ...found.draw, answers: found.answers } : null
}

/** How an exercise went, what was wrong, and the way to practise just that. */
export function PracticeRecord({ learnerId, result, draw: given, hasFailed, endedAt, hasBank }: Props) {
  const t = useTranslations('practice.result')
  const errors = useTranslations('errors')
  const q = useTranslations('questions')
  const signed = useBookSigns()
  // What this browser keeps is known only after the server's part was shown.
  const isHere = useSyncExternalStore(() => () => undefined, () => true, () => false)
  const draw = useMemo(() => given ?? (isHere && endedAt ? keptDraw(learnerId, endedAt) : null), [given, isHere, endedAt, learnerId])
  // What this browser keeps of it knows it after a reload too, and when just the wrong ones are practised.
  useEffect(() => (given ? undefined : watchBook((sign) => void import('@/components/practice/kept-exercises').then(({ keepSign }) => keepSign(kept, endedExerciseKey(learnerId), sign), () => undefined))), [given, learnerId])
  // The clock of now would be another one at each reload.
  const submittedAt = given?.endedAt ?? endedAt
  const { hour, min, sec } = clockOf(result.elapsedSeconds)
  const wrong = (draw?.answers ?? []).filter(({ isRight }) => !isRight).flatMap((answer) => {
    const at = draw?.questions.findIndex(({ id }) => id === answer.questionId) ?? -1
    const question = draw?.questions[at]
    return question ? [{ ...question, ...answer, number: at + 1 }] : []
  }).toSorted((a, b) => a.number - b.number)
  const percent = Math.round(result.accuracy * 100)
  return (
    <Stack>
      <PageHead title={t('title')} />
      <Panel label={t('title')}>
        <div className={styles.result}>
          <div className={styles.ring}><ProgressRing percent={percent} size={RING} label={`${t('accuracy')} ${percent}%`} /><p className="muted">{t('accuracy')}</p></div>
          <dl className={styles.figures}>
            {result.subjectName && <div><dt>{t('subject')}</dt><dd><PlatformText>{result.subjectName}</PlatformText></dd></div>}
            <div><dt>{t('submittedAt')}</dt><dd>{submittedAt ? t('moment', { at: new Date(submittedAt) }) : '–'}</dd></div>
            <div><dt>{t('should')}</dt><dd>{t('questions', { count: result.shouldCount })}</dd></div>
            <div><dt>{t('actual')}</dt><dd>{t('questions', { count: result.answeredCount })}</dd></div>
            <div><dt>{t('right')}</dt><dd>{t('questions', { count: result.rightCount })}</dd></div>
            <div><dt>{t('time')}</dt><dd>{hour}:{min}:{sec}</dd></div>
          </dl>
        </div>
        <div className={styles.acts}>
          {wrong.length > 0 && <ButtonLink look="primary" href={routes.practice({ from: 'again', drawId: given?.id ?? AGAIN_HERE })}>{t('again')}</ButtonLink>}
          {hasBank && <ButtonLink href={routes.exerciseCentre()}>{t('back')}</ButtonLink>}
          <ButtonLink look={hasBank ? 'ghost' : 'secondary'} href={routes.mistakeBook({ source: draw?.isFromBook ? draw.questions[0]?.place.source : 'practice' })}>{t('book')}</ButtonLink>
        </div>
      </Panel>
      {hasFailed && <Panel labelledBy="wrong"><h2 className="h2" id="wrong">{t('wrong')}</h2><ErrorState title={errors('loadFailed', { what: t('wrong') })} /></Panel>}
      {draw && (
        <Panel labelledBy="wrong">
          <h2 className="h2" id="wrong">{t('wrong')}</h2>
          {wrong.length === 0
            ? <p className="muted">{t('noneWrong')}</p>
            : (
                <ol className={styles.wrongs}>
                  {wrong.map((question) => {
                    const mark = signed(question.place.source, question.id) ?? bookMarkOf(question, question)
                    return (
                      <li key={question.id}>
                        <div className={`num ${questions.meta}`}>
                          <span className={questions.position}>{q('number', { number: question.number, total: result.shouldCount })}</span>
                          <Tag tone="brand">{q(`kinds.${question.kind}`)}</Tag>
                          <span className={questions.metaEnd}><MistakeToggle mark={mark} target={{ ...question.place, questionId: question.id, kind: question.kind, content: question.content, chosenIds: question.chosenIds, isRight: false, mistakeId: mark.mistakeId }} /></span>
                        </div>
                        <QuestionText html={question.content} />
                        <ReviewedOptions question={question} />
                        <AnswerLine question={question} />
                        <div className={styles.after}>
                          <Analysis question={question} />
                          {question.origin && <p className={styles.origin}>{t('from')} <OriginLine origin={question.origin} hasBank={hasBank} /></p>}
                        </div>
                      </li>
                    )
                  })}
                </ol>
              )}
        </Panel>
      )}
    </Stack>
  )
}
