'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCountdown } from '@/components/account/use-countdown'
import type { PhoneCheck } from '@/components/account/use-phone-check'
import { useRefusal } from '@/components/account/use-refusal'
import { Button } from '@/components/ui/button'
import { notify } from '@/components/ui/notify'
import { TextField } from '@/components/ui/text-field'
import { CODE_MAX_LENGTH, phoneFault, type CodePurpose } from '@/lib/domain/account'
import { sendCode } from '@/lib/queries/entry'
import styles from './entry-form.module.css'

/** What these two fields need of the form around them. */
type Check = {
  bind: (field: 'phone' | 'code') => { name: string; error: string | undefined; onBlur: () => void; onInput: () => void }
  values: () => { phone: string }
  look: (field: 'phone') => boolean
  setError: (field: 'phone' | 'code', text?: string) => void
  focus: (field: 'phone' | 'code') => void
}
type Props = { purpose: CodePurpose; check: Check; phoneCheck: PhoneCheck }

/** Phone and code, with the button that sends one: the phone must be right first, and then the button waits 60 seconds. */
export function PhoneAndCode({ purpose, check, phoneCheck }: Props) {
  const t = useTranslations('account')
  const refuse = useRefusal()
  const [seconds, wait] = useCountdown(purpose)
  const [busy, setBusy] = useState(false)
  const phone = check.bind('phone')

  const send = async () => {
    check.setError('code')
    // What was said of it may be so no more.
    check.setError('phone')
    if (!check.look('phone')) return check.focus('phone')
    setBusy(true)
    const given = check.values().phone
    try {
      if (!(await phoneCheck.require(given))) return
      wait((await sendCode(given, purpose)).againInSeconds)
      notify.success(t('code.sent'))
      check.focus('code')
    } catch (error) {
      // Whatever it is about, it stands beside the button.
      refuse(error, ['phone', 'code'], check, (text) => check.setError('code', text))
    } finally {
      setBusy(false)
    }
  }
  const button = <Button size="large" disabled={seconds > 0} busy={busy} busyLabel={t('code.getting')} onClick={send}>{seconds ? <span className="num">{t('code.again', { seconds })}</span> : t('code.get')}</Button>
  return (
    <>
      <div className={styles.field}>
        <TextField
          {...phone} large label={t('phone.label')} type="tel" inputMode="numeric" autoComplete="tel-national" maxLength={40} required
          onBlur={() => void phoneCheck.look()} onInput={() => void (phone.error && !phoneFault(check.values().phone) ? phoneCheck.look() : phone.onInput())}
        />
      </div>
      <div className={styles.field}>
        <TextField {...check.bind('code')} large label={t('code.label')} autoComplete="one-time-code" inputMode="text" autoCapitalize="none" spellCheck={false} maxLength={CODE_MAX_LENGTH + 14} required beside={<div className={styles.send}>{button}</div>} />
      </div>
    </>
  )
}
