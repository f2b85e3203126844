'use client'

import { useId, type Ref, type TextareaHTMLAttributes } from 'react'
import { Field, fieldAria, type FieldTexts } from '@/components/ui/field'

type Props = FieldTexts & { ref?: Ref<HTMLTextAreaElement> } & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>

/** Several lines of text with label, hint and error. */
export function TextAreaField({ label, hint, error, labelEnd, beside, id, ...rest }: Props) {
  const own = useId()
  const field = { label, hint, error, labelEnd, beside, id: id ?? own }
  return <Field {...field}><textarea rows={4} {...rest} {...fieldAria(field.id, field)} className="input" /></Field>
}
