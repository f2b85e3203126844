'use client'

import { useTranslations } from 'next-intl'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { useLeadAway } from '@/components/shell/lead-away'
import { tellSessionEnded } from '@/components/shell/session-line'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useFormCheck } from '@/components/ui/form-check'
import { notify } from '@/components/ui/notify'
import { Said } from '@/components/ui/said'
import { TextField } from '@/components/ui/text-field'
import { passwordChangeFaults } from '@/lib/domain/account'
import { PASSWORD_MAX_LENGTH } from '@/lib/domain/session'
import { changePassword } from '@/lib/queries/account'
import { BffError } from '@/lib/queries/bff'
import { routes } from '@/lib/routes'
import styles from './profile.module.css'

const fields = ['current', 'password', 'confirmation'] as const

/** The old password and the new one twice; afterwards one logs in again, here and everywhere. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account.change')
  const tAccount = useTranslations('account')
  const wordsOf = useWordsOfError()
  const leadAway = useLeadAway()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const check = useFormCheck(form, fields, (given) => {
    const faults = passwordChangeFaults(given)
    return {
      current: faults.current && t('currentMissing'),
      password: faults.password && t(faults.password === 'missing' ? 'passwordMissing' : faults.password),
      confirmation: faults.confirmation && t(faults.confirmation === 'missing' ? 'confirmationMissing' : 'different'),
    }
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = busy ? null : check.check()
    if (!given) return
    setBusy(true)
    setSaid(null)
    try {
      await changePassword(given)
      notify.success(tAccount('saved'))
      tellSessionEnded()
      location.assign(routes.login(undefined, 'changed'))
    } catch (error) {
      setBusy(false)
      if (leadAway(error)) return
      if (error instanceof BffError && error.fields.current === 'wrong') {
        check.setError('current', t('wrong'))
        check.focus('current')
        notify.warning(t('wrong'))
        return
      }
      const refused = error instanceof BffError && (error.code === 'rejected' || error.code === 'invalid')
      notify.warning(refused ? tAccount('notSaved') : wordsOf(error))
      setSaid(refused && !error.hasWords ? tAccount('notSaved') : wordsOf(error))
    }
  }
  const text = { type: 'password', maxLength: PASSWORD_MAX_LENGTH, required: true } as const
  return (
    <Dialog open title={t('title')} onClose={onClose} actions={<Button type="submit" form={id} look="primary" busy={busy} busyLabel={t('saving')}>{t('confirm')}</Button>}>
      <form ref={form} id={id} className={styles.fields} onSubmit={submit} noValidate>
        <p className="muted">{t('explanation')}</p>
        <TextField {...text} {...check.bind('current')} label={t('current')} autoComplete="current-password" />
        <TextField {...text} {...check.bind('password')} label={t('password')} hint={t('hint')} autoComplete="new-password" />
        <TextField {...text} {...check.bind('confirmation')} label={t('confirmation')} autoComplete="new-password" />
        <Said text={said} />
      </form>
    </Dialog>
  )
}
