'use client'

import { Check } from 'lucide'
import { useTranslations } from 'next-intl'
import type { KeyboardEvent } from 'react'
import styles from '@/components/practice/practice.module.css'
import { OptionText } from '@/components/questions/option-text'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { PracticeQuestion } from '@/lib/domain/practice'
import { optionLetter } from '@/lib/domain/questions'

/** Up and down go from option to option and choose none, since the only answer is judged as soon as it is chosen. */
function step(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const options = [...event.currentTarget.querySelectorAll('input')]
  const at = options.findIndex((option) => option === event.target)
  if (by === 0 || at < 0) return
  event.preventDefault()
  options[(at + by + options.length) % options.length]?.focus()
}

type Props = {
  question: PracticeQuestion
  chosen: readonly string[]
  isJudging: boolean
  onPick: (optionId: string) => void
  onSubmit: () => void
}

/** The options of a question that is not answered yet; several are submitted together. What is pressed while it is judged counts for nothing, and keeps the focus. */
export function OpenQuestion({ question, chosen, isJudging, onPick, onSubmit }: Props) {
  const t = useTranslations('practice.run')
  const q = useTranslations('questions')
  const isMultiple = question.kind === 'multiple'
  return (
    <>
      <fieldset className={styles.options} aria-labelledby="question" onKeyDown={step}>
        {question.options.map((option, at) => {
          const isOn = chosen.includes(option.id)
          const word = question.kind === 'judgement' && at < 2 ? q(at === 0 ? 'right' : 'wrong') : null
          return (
            <label key={option.id} className={`option ${isMultiple ? 'many' : ''} ${isOn ? 'on' : ''} ${styles.option}`}>
              <input type={isMultiple ? 'checkbox' : 'radio'} name={`question-${question.id}`} checked={isOn} onChange={() => onPick(option.id)} />
              <span className="key">{optionLetter(at)}</span>
              {word ? <span>{word}</span> : <OptionText html={option.content} />}
              {isOn && <Icon of={Check} className="i" aria-hidden="true" />}
            </label>
          )
        })}
      </fieldset>
      {isMultiple && <div className={styles.act}><Button look="primary" busy={isJudging} busyLabel={t('judging')} onClick={onSubmit}>{t('submit')}</Button></div>}
    </>
  )
}
