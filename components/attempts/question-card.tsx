'use client'

import { Check, Flag, ZoomIn } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import { loadZoomDialog } from '@/components/attempts/later-parts'
import { placePictures, type Pictures } from '@/components/attempts/pictures'
import { RichText } from '@/components/content/rich-text'
import { OptionText } from '@/components/questions/option-text'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Tag } from '@/components/ui/tag'
import type { PaperQuestion } from '@/lib/domain/attempts'
import { optionLetter } from '@/lib/domain/questions'

const ZoomDialog = dynamic(loadZoomDialog, { ssr: false })

/** Whether there is something in a question that one may want to see larger. */
const hasFigures = ({ content, options }: PaperQuestion) => [content, ...options.map((option) => option.content)].some((html) => /<(?:img|math|table)\b/.test(html))

type Props = {
  question: PaperQuestion
  number: number
  total: number
  chosen: string[]
  isMarked: boolean
  mayWrite: boolean
  heading: RefObject<HTMLHeadingElement | null>
  pictures: Pictures
  onOption: (index: number) => void
  onMark: () => void
}

/** One question: its place, kind and points, its text, its options as large targets. */
export function QuestionCard({ question, number, total, chosen, isMarked, mayWrite, heading, pictures, onOption, onMark }: Props) {
  const t = useTranslations('attempts')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [isZoomed, setZoomed] = useState(false)
  useEffect(() => placePictures(box.current, pictures))
  const isMultiple = question.kind === 'multiple'

  const option = (index: number) => {
    const { id: optionId, content } = question.options[index]!
    const isOn = chosen.includes(optionId)
    const word = question.kind === 'judgement' && index < 2 ? (index === 0 ? t('right') : t('wrong')) : null
    return (
      <label key={optionId} className={`option ${isMultiple ? 'many' : ''} ${isOn ? 'on' : ''} ${styles.option}`}>
        <input type={isMultiple ? 'checkbox' : 'radio'} name={id} checked={isOn} disabled={!mayWrite} onChange={() => onOption(index)} />
        <span className="key">{optionLetter(index)}</span>
        {word ? <span>{word}</span> : <OptionText html={content} />}
        {isOn && <Icon of={Check} className="i" aria-hidden="true" />}
      </label>
    )
  }

  return (
    <div ref={box} onClick={(event) => event.target instanceof HTMLImageElement && !event.target.closest('label') && setZoomed(true)}>
      <div className={`${styles.meta} num`}>
        <span className={styles.position} aria-hidden="true">{t('position', { number, total })}</span>
        <Tag tone="brand">{t(`kinds.${question.kind}`)}</Tag>
        <span>{t('points', { score: question.score })}</span>
        <span className={styles.metaEnd}>
          {hasFigures(question) && <Button look="ghost" icon={<Icon of={ZoomIn} className="i" />} onClick={() => setZoomed(true)}>{t('zoom')}</Button>}
          <Button look="ghost" icon={<Icon of={Flag} className={isMarked ? 'i i-solid' : 'i'} />} aria-pressed={isMarked} disabled={!mayWrite} onClick={onMark} className={isMarked ? styles.marked : undefined}>{t('mark')}</Button>
        </span>
      </div>
      <h2 className="sr" ref={heading} tabIndex={-1}>{t('questionNumber', { number, total })}</h2>
      <fieldset className={styles.options} aria-labelledby={`${id}-text`}>
        <div className={styles.text} id={`${id}-text`}><RichText html={question.content} top={3} /></div>
        {isMultiple && <p className={styles.several}>{t('several')}</p>}
        {question.options.map((_, index) => option(index))}
      </fieldset>
      {isZoomed && <ZoomDialog question={question} pictures={pictures} onClose={() => setZoomed(false)} />}
    </div>
  )
}
