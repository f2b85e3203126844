'use client'

import { ChevronDown } from 'lucide'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { ChoiceLink, type Choice } from '@/components/mistakes/choices'
import styles from '@/components/mistakes/mistakes.module.css'
import { Icon } from '@/components/ui/icon'
import { useFoldedRow } from '@/components/ui/use-folded-row'

/** As `Choices`, for what may be many: those that do not stand on the first line fold away, unless the chosen one is among them. */
export function FoldedChoices({ name, choices }: { name: string; choices: Choice[] }) {
  const t = useTranslations('mistakes')
  const id = useId()
  const { list, fitting, open, toggle } = useFoldedRow(choices.length, choices.findIndex(({ current }) => current))
  return (
    <nav className={styles.line} aria-label={name}>
      <span aria-hidden="true">{name}</span>
      <ul ref={list} className={open ? styles.choices : `${styles.choices} ${styles.folded}`} id={id}>
        {choices.map((choice, index) => <li key={choice.href} className={!open && fitting !== null && index >= fitting ? styles.away : undefined}><ChoiceLink {...choice} /></li>)}
      </ul>
      {fitting !== null && <button className={styles.more} type="button" aria-expanded={open} aria-controls={id} onClick={toggle}>{t(open ? 'less' : 'more')}<Icon of={ChevronDown} className={open ? `i i-16 ${styles.up}` : 'i i-16'} /></button>}
    </nav>
  )
}
