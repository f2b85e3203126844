'use client'

import { useId, type ComponentProps } from 'react'
import { Field, fieldAria, type FieldTexts } from '@/components/ui/field'
import { Select } from '@/components/ui/select'

/** A select with label, hint and error. */
export function SelectField({ label, hint, error, labelEnd, beside, id, ...rest }: FieldTexts & ComponentProps<typeof Select>) {
  const own = useId()
  const field = { label, hint, error, labelEnd, beside, id: id ?? own }
  return <Field {...field}><Select block {...rest} {...fieldAria(field.id, field)} /></Field>
}
