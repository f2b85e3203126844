'use client'

import { Star } from 'lucide'
import { useTranslations } from 'next-intl'
import { useState, type KeyboardEvent, type Ref } from 'react'
import { Icon } from '@/components/ui/icon'

type Props = { label: string; name: string; /** 0: none chosen yet. */ value: number; onChange: (value: number) => void; disabled?: boolean; /** The id of the words that say what is wrong. */ faultId?: string; ref?: Ref<HTMLFieldSetElement> }

/** Five stars to choose from: radio buttons, so arrows move; 1 to 5 choose at once. */
export function StarInput({ label, name, value, onChange, disabled = false, faultId, ref }: Props) {
  const t = useTranslations('ui.stars')
  const [pointed, setPointed] = useState(0)
  const press = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    const number = Number(event.key)
    if (disabled || event.altKey || event.ctrlKey || event.metaKey || !(number >= 1 && number <= 5)) return
    event.preventDefault()
    onChange(number)
    event.currentTarget.querySelector<HTMLElement>(`input[value="${number}"]`)?.focus()
  }
  return (
    <fieldset ref={ref} className="starinput" role="radiogroup" aria-label={label} aria-invalid={faultId ? true : undefined} aria-describedby={faultId} disabled={disabled} onKeyDown={press} onPointerLeave={() => setPointed(0)}>
      {[1, 2, 3, 4, 5].map((star) => (
        <label key={star} className={star <= (pointed || value) ? 'on' : undefined} onPointerEnter={() => setPointed(star)}>
          <input className="sr" type="radio" name={name} value={star} checked={value === star} onChange={() => onChange(star)} aria-label={t('choose', { count: star })} />
          <Icon of={Star} />
        </label>
      ))}
    </fieldset>
  )
}
