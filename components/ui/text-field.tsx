'use client'

import { Eye, EyeOff } from 'lucide'
import { useTranslations } from 'next-intl'
import { useId, useState, type InputHTMLAttributes, type Ref } from 'react'
import { Field, fieldAria, type FieldTexts } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'

type Props = FieldTexts & {
  large?: boolean
  ref?: Ref<HTMLInputElement>
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'className'>

/** A line of text with label, hint and error; `type="password"` brings a button that shows what was typed. */
export function TextField({ label, hint, error, labelEnd, beside, large = false, id, type = 'text', ...rest }: Props) {
  const own = useId()
  const t = useTranslations('ui.field')
  const [shown, setShown] = useState(false)
  const secret = type === 'password'
  const icon = shown ? EyeOff : Eye
  const field = { label, hint, error, labelEnd, beside, id: id ?? own }
  const input = <input {...rest} {...fieldAria(field.id, field)} type={secret && shown ? 'text' : type} className={large ? 'input input-lg' : 'input'} />
  if (!secret) return <Field {...field}>{input}</Field>
  return (
    <Field {...field}>
      <div className="withicon">
        {input}
        <button type="button" className="iconbtn" aria-label={t('showPassword')} aria-pressed={shown} aria-controls={field.id} onClick={() => setShown(!shown)}>
          <Icon of={icon} className="i" />
        </button>
      </div>
    </Field>
  )
}
