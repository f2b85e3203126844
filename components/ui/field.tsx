import { TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'

export type FieldTexts = {
  label: ReactNode
  hint?: string
  /** What is wrong, in people's words; takes the hint's place. */
  error?: string
  /** Right of the label: a link such as 忘记密码. */
  labelEnd?: ReactNode
  /** Right of the control: a button such as 获取验证码. */
  beside?: ReactNode
}

/** What ties a control to its label, hint and error. */
export function fieldAria(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>) {
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined }
}

/** Label above, control, and hint or error below; the control takes `fieldAria(id, …)`. */
export function Field({ id, label, hint, error, labelEnd, beside, children }: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <div className="field-head">
        <label className="label" htmlFor={id}>{label}</label>
        {labelEnd}
      </div>
      {beside ? <div className="field-row">{children}{beside}</div> : children}
      {error
        ? <p className="error" id={`${id}-error`} role="alert"><Icon of={TriangleAlert} className="i i-16" />{error}</p>
        : hint && <p className="hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}
