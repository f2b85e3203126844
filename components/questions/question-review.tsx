import { CircleCheck, CircleX } from 'lucide'
import { useTranslations } from 'next-intl'
import { RichText } from '@/components/content/rich-text'
import { OptionShares } from '@/components/questions/option-shares'
import { OptionText, QuestionText } from '@/components/questions/question-text'
import styles from '@/components/questions/questions.module.css'
import { Icon } from '@/components/ui/icon'
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
            {word ? <span className={styles.optionText}>{word}</span> : <OptionText html={option.content} />}
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

/** My answer and the right one, in letters. */
export function AnswerLine({ question, accuracyPercent = null }: { question: Reviewed; accuracyPercent?: number | null }) {
  const t = useTranslations('questions')
  const { options, chosenIds, correctIds } = question
  const [mine, right] = [lettersOf(options, chosenIds), lettersOf(options, correctIds)]
  return (
    <dl className={styles.yours}>
      <div><dt>{t('yours')}</dt><dd className={mine === right ? styles.good : styles.bad}>{mine || t('none')}</dd></div>
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

/** An answered question with everything there is to learn from it. */
export function QuestionReview({ question }: { question: ReviewedQuestion }) {
  return (
    <>
      <QuestionText html={question.content} />
      <ReviewedOptions question={question} />
      <AnswerLine question={question} accuracyPercent={question.accuracyPercent} />
      <div className={styles.two}>
        {question.shares.length > 0 && <OptionShares shares={question.shares} />}
        <Analysis question={question} />
      </div>
    </>
  )
}
