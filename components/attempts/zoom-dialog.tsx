'use client'

import { ZoomIn, ZoomOut } from 'lucide'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import styles from '@/components/attempts/attempts.module.css'
import { placePictures, type Pictures } from '@/components/attempts/pictures'
import { RichText } from '@/components/content/rich-text'
import { Dialog } from '@/components/ui/dialog'
import { Icon } from '@/components/ui/icon'
import { StepButton } from '@/components/ui/step-button'
import type { PaperQuestion } from '@/lib/domain/attempts'
import { optionLetter } from '@/lib/domain/questions'

const steps = [100, 150, 200, 300, 400] as const

/** A question with its pictures, formulas and tables as large as one likes. */
export function ZoomDialog({ question, pictures, onClose }: { question: PaperQuestion; pictures: Pictures; onClose: () => void }) {
  const t = useTranslations('attempts')
  const [step, setStep] = useState(2)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => placePictures(box.current, pictures))
  const percent = steps[step]!
  const figures = question.options.map((option, index) => ({ option, letter: optionLetter(index) })).filter(({ option }) => /<(?:img|math|table)\b/.test(option.content))
  return (
    <Dialog open wide title={t('zoomTitle')} onClose={onClose}>
      <div className={styles.zoomBar}>
        <StepButton label={t('zoomOut')} icon={<Icon of={ZoomOut} className="i" />} disabled={step === 0} onClick={() => setStep(step - 1)} />
        <span className="num" role="status">{t('zoomLevel', { percent })}</span>
        <StepButton label={t('zoomIn')} icon={<Icon of={ZoomIn} className="i" />} disabled={step === steps.length - 1} onClick={() => setStep(step + 1)} />
      </div>
      <div className={styles.zoomed} ref={box} tabIndex={0} role="group" aria-label={t('zoomTitle')} style={{ '--zoom': percent / 100 }}>
        <RichText html={question.content} top={3} />
        {figures.map(({ option, letter }) => <div key={option.id}><b>{letter}</b><RichText html={option.content} top={3} /></div>)}
      </div>
    </Dialog>
  )
}
