'use client'

import { Check } from 'lucide'
import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import styles from './video.module.css'

type Option<T> = { value: T; label: string; lang?: string }
type Choice = string | number | null
export type Choices<T> = { value: T; options: readonly Option<T>[]; onChoose: (value: T) => void }

/** One of several inside a menu, which closes with the choice. */
export function ChoiceItems<T extends Choice>({ value, options, onChoose }: Choices<T>) {
  const choose = (event: MouseEvent<HTMLElement>, chosen: T) => {
    onChoose(chosen)
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  }
  return options.map((option) => (
    <button key={String(option.value)} type="button" role="menuitemradio" tabIndex={-1} className="menu-item" aria-checked={option.value === value} lang={option.lang} onClick={(event) => choose(event, option.value)}>
      <Icon of={Check} className={`i i-16 ${styles.tick}`} />
      <span className="num">{option.label}</span>
    </button>
  ))
}

/** A menu of one of several: speed, quality, captions. */
export function ChoiceMenu<T extends Choice>({ label, trigger, triggerClass = styles.choice, ...choices }: Choices<T> & { label: string; trigger: ReactNode; triggerClass?: string }) {
  return <Menu label={label} trigger={trigger} triggerClass={triggerClass} menuClass={styles.options}><ChoiceItems {...choices} /></Menu>
}
