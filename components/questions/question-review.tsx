import { CircleCheck, CircleX } from 'lucide'
import { useTranslations } from 'next-intl'
import { RichText } from '@/components/content/rich-text'
import { OptionShares } from '@/components/questions/option-shares'
import { OptionText } from '@/components/questions/option-text'
import { QuestionText } from '@/components/questions/question-text'
import styles from '@/components/questions/questions.module.css'
import { Icon } from '@/components/ui/icon'
import type { MistakeSource } from '@/lib/domain/mistakes'
import { lettersOf, optionLetter, type Question, type ReviewedQuestion } from '@/lib/domain/questions'

type Reviewed = Question & Pick<ReviewedQuestion, 'chosenIds' | 'correctIds' | 'analysis'>

/** The options of an answered question: what was chosen and what is right, said in words beside it. */
export function ReviewedOptions({ question }: { question: Reviewed }) {
  const t = useTranslations('questions')
  return (
    <ul className={styles.options} role="list">
      {question.options.map((option, index) => {
        const [isChosen, isCorrect] = [question.chosenIds.includes(option.id), question.correctIds.includes(option.id)]
        const look = isCorrect ? 'right' : isChosen ? 'wrong' : ''
        const word = question.kind === 'judgement' && index < 2 ? t(index === 0 ? 'right' : 'wrong') : null
        return (
          <li key={option.id} className={`option ${question.kind === 'multiple' ? 'many' : ''} ${look} ${styles.option}`}>
            <span className="key">{optionLetter(index)}</span>
            {word ? <span>{word}</span> : <OptionText html={option.content} />}
            {(isChosen || isCorrect) && (
              <span className="verdict">
                {isCorrect ? <Icon of={CircleCheck} className="i" aria-hidden="true" /> : <Icon of={CircleX} className="i" aria-hidden="true" />}
                {t(isChosen && isCorrect ? 'both' : isCorrect ? 'correct' : 'yours')}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type AnswerLineProps = { question: Reviewed; accuracyPercent?: number | null; /** Instead of my answer where none is given: whether the task was scored. */ task?: { isScored: boolean } | null }

/** My answer and the right one, in letters. */
export function AnswerLine({ question, accuracyPercent = null, task = null }: AnswerLineProps) {
  const t = useTranslations('questions')
  const { options, chosenIds, correctIds } = question
  const [mine, right] = [lettersOf(options, chosenIds), lettersOf(options, correctIds)]
  return (
    <dl className={styles.yours}>
      {task
        ? <div><dt>{t('task')}</dt><dd className={task.isScored ? styles.good : styles.bad}>{t(task.isScored ? 'scored' : 'notScored')}</dd></div>
        : <div><dt>{t('yours')}</dt><dd className={mine === right ? styles.good : styles.bad}>{mine || t('none')}</dd></div>}
      <div><dt>{t('correct')}</dt><dd className={styles.good}>{right || '–'}</dd></div>
      {accuracyPercent !== null && <div><dt>{t('accuracy')}</dt><dd>{t('percent', { value: accuracyPercent })}</dd></div>}
    </dl>
  )
}

/** Why the right answer is right. */
export function Analysis({ question }: { question: Reviewed }) {
  const t = useTranslations('questions')
  return (
    <section>
      <h3 className="h3">{t('analysis')}</h3>
      <div className={styles.analysis}>{question.analysis ? <RichText html={question.analysis} top={4} /> : <p className="muted">{t('noAnalysis')}</p>}</div>
    </section>
  )
}

/** A question whose answer is not told yet: as it was asked, and why. */
function WithheldQuestion({ question }: { question: ReviewedQuestion }) {
  const t = useTranslations('questions')
  return (
    <>
      <QuestionText html={question.content} />
      <ReviewedOptions question={question} />
      <p className={styles.yours}>{t('withheld')}</p>
    </>
  )
}

/** An answered question with everything there is to learn from it. A simulation is mostly answered by doing, so it says how that went where nothing was chosen; shares are those of an exam, which a question of practice has none of. */
export function QuestionReview({ question, source }: { question: ReviewedQuestion; source: MistakeSource }) {
  if (question.isWithheld) return <WithheldQuestion question={question} />
  const wasAnswered = source !== 'practice' && question.shares.some(({ herePercent, everPercent }) => herePercent > 0 || everPercent > 0)
  return (
    <>
      <QuestionText html={question.content} />
      <ReviewedOptions question={question} />
      <AnswerLine question={question} accuracyPercent={question.accuracyPercent} task={source === 'simulation' && question.chosenIds.length === 0 ? { isScored: question.isRight } : null} />
      <div className={styles.two}>
        {wasAnswered && <OptionShares shares={question.shares} />}
        <Analysis question={question} />
      </div>
    </>
  )
}
