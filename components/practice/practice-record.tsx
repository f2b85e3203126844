'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useSyncExternalStore } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import styles from '@/components/practice/practice.module.css'
import { AnswerLine, Analysis, ReviewedOptions } from '@/components/questions/question-review'
import { QuestionText } from '@/components/questions/question-text'
import { kept } from '@/components/study/kept'
import { ButtonLink } from '@/components/ui/button-link'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import { ProgressRing } from '@/components/ui/progress-ring'
import { clockOf, type PracticeDraw, type PracticeResult } from '@/lib/domain/practice'
import { routes } from '@/lib/routes'

const RING = 120
/** How the browser calls the exercise that it keeps itself. */
const AGAIN_HERE = 'here'

type Props = { learnerId: string; result: PracticeResult; /** The draw, where the platform keeps it. */ draw: PracticeDraw | null; submittedAt: string }

function keptDraw(learnerId: string): PracticeDraw | null {
  try {
    const found = JSON.parse(kept.read(`practice:${learnerId}:ended`) ?? 'null') as { draw: PracticeDraw; answers: PracticeDraw['answers'] } | null
    return found && { ...found.draw, answers: found.answers }
  } catch {
    return null
  }
}

/** How an exercise went, what was wrong, and the way to practise just that. */
export function PracticeRecord({ learnerId, result, draw: given, submittedAt }: Props) {
  const t = useTranslations('practice.result')
  // What this browser keeps is known only after the server's part was shown.
  const isHere = useSyncExternalStore(() => () => undefined, () => true, () => false)
  const draw = useMemo(() => given ?? (isHere ? keptDraw(learnerId) : null), [given, isHere, learnerId])
  const { hour, min, sec } = clockOf(result.elapsedSeconds)
  const wrong = (draw?.answers ?? []).filter(({ isRight }) => !isRight).flatMap((answer) => {
    const question = draw?.questions.find(({ id }) => id === answer.questionId)
    return question ? [{ ...question, ...answer }] : []
  })
  const percent = Math.round(result.accuracy * 100)
  return (
    <Stack>
      <PageHead title={t('title')} />
      <Panel label={t('title')}>
        <div className={styles.result}>
          <div className={styles.ring}><ProgressRing percent={percent} size={RING} label={`${t('accuracy')} ${percent}%`} /><p className="muted">{t('accuracy')}</p></div>
          <dl className={styles.figures}>
            {result.subjectName && <div><dt>{t('subject')}</dt><dd><PlatformText>{result.subjectName}</PlatformText></dd></div>}
            <div><dt>{t('submittedAt')}</dt><dd>{t('moment', { at: new Date(submittedAt) })}</dd></div>
            <div><dt>{t('should')}</dt><dd>{t('questions', { count: result.shouldCount })}</dd></div>
            <div><dt>{t('actual')}</dt><dd>{t('questions', { count: result.answeredCount })}</dd></div>
            <div><dt>{t('right')}</dt><dd>{t('questions', { count: result.rightCount })}</dd></div>
            <div><dt>{t('time')}</dt><dd>{hour}:{min}:{sec}</dd></div>
          </dl>
        </div>
        <div className={styles.acts}>
          {wrong.length > 0 && <ButtonLink look="primary" href={routes.practice({ from: 'again', drawId: given?.id ?? AGAIN_HERE })} prefetch={false}>{t('again')}</ButtonLink>}
          <ButtonLink href={routes.exerciseCentre()} prefetch={false}>{t('back')}</ButtonLink>
          <ButtonLink look="ghost" href={routes.mistakeBook({ source: 'practice' })} prefetch={false}>{t('book')}</ButtonLink>
        </div>
      </Panel>
      {draw && (
        <Panel labelledBy="wrong">
          <h2 className="h2" id="wrong">{t('wrong')}</h2>
          {wrong.length === 0
            ? <p className="muted">{t('noneWrong')}</p>
            : <ol className={styles.wrongs}>{wrong.map((question) => <li key={question.id}><QuestionText html={question.content} /><ReviewedOptions question={question} /><AnswerLine question={question} /><div className={styles.after}><Analysis question={question} /></div></li>)}</ol>}
        </Panel>
      )}
    </Stack>
  )
}
