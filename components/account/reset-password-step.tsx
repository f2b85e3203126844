'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useRefusal } from '@/components/account/use-refusal'
import { useSecondStep } from '@/components/account/use-second-step'
import { Button } from '@/components/ui/button'
import { useFormCheck } from '@/components/ui/form-check'
import { Said } from '@/components/ui/said'
import { TextField } from '@/components/ui/text-field'
import { confirmationFault, maskedPhone, passwordFault } from '@/lib/domain/account'
import { PASSWORD_MAX_LENGTH } from '@/lib/domain/session'
import { resetPassword } from '@/lib/queries/entry'
import { BffError } from '@/lib/queries/bff'
import styles from './entry-form.module.css'

const passwordFields = ['password', 'confirmation'] as const

/** Whether the proof of the first step counts no more, here or at the platform: only another code helps. */
const isExpired = (error: unknown) => error instanceof BffError && (error.fields.code !== undefined || (error.code === 'invalid' && !Object.keys(error.fields).length))

type Props = { phone: string; onDone: () => void; /** By the browser's own button. */ onBack: () => void; /** Another phone shall be proved instead. */ onOther: () => void; onExpired: () => void }

/** The second step: the new password, for the phone that the first has proved; it says which, as somebody else may have proved it here. */
export default function ResetPasswordStep({ phone, onDone, onBack, onOther, onExpired }: Props) {
  const t = useTranslations('account')
  const refuse = useRefusal()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(form, passwordFields, ({ password, confirmation }) => {
    const fault = passwordFault(password)
    const again = confirmationFault(confirmation, password)
    return { password: fault && t(`password.${fault}`), confirmation: again && t(`confirmation.${again}`) }
  })
  useSecondStep(phone, onBack)
  useEffect(() => (form.current?.elements.namedItem('password') as HTMLInputElement | null)?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = busy ? null : check.check()
    if (!given) return
    setBusy(true)
    setSaid(null)
    try {
      await resetPassword({ phone, ...given })
      onDone()
    } catch (error) {
      setBusy(false)
      if (isExpired(error)) onExpired()
      else refuse(error, passwordFields, check, setSaid)
    }
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.whose}>{t('reset.whose', { phone: maskedPhone(phone) })}<button type="button" className="link" onClick={onOther}>{t('reset.other')}</button></p>
      <div className={styles.field}><TextField {...check.bind('password')} large type="password" label={t('password.newLabel')} hint={t('password.hint')} autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} required /></div>
      <div className={styles.field}><TextField {...check.bind('confirmation')} large type="password" label={t('confirmation.label')} autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} required /></div>
      <Said text={said} />
      <div className={styles.submit}><Button type="submit" look="primary" size="large" block busy={busy} busyLabel={t('reset.submitting')}>{t('reset.submit')}</Button></div>
    </form>
  )
}
