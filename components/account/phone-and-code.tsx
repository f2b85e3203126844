'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCountdown } from '@/components/account/use-countdown'
import type { PhoneCheck } from '@/components/account/use-phone-check'
import { useRefusal } from '@/components/account/use-refusal'
import { Button } from '@/components/ui/button'
import { notify } from '@/components/ui/notify'
import { Said } from '@/components/ui/said'
import { TextField } from '@/components/ui/text-field'
import { CODE_MAX_LENGTH, phoneFault, type CodePurpose } from '@/lib/domain/account'
import { sendCode } from '@/lib/queries/entry'
import styles from './entry-form.module.css'

/** What these two fields need of the form around them. */
type Check = {
  bind: (field: 'phone' | 'code') => { name: string; error: string | undefined; onBlur: () => void; onInput: () => void }
  values: () => { phone: string }
  look: (field: 'phone') => boolean
  setError: (field: 'phone' | 'code', text: string) => void
  focus: (field: 'phone' | 'code') => void
}
type Props = { purpose: CodePurpose; check: Check; phoneCheck: PhoneCheck }

/** Phone and code, with the button that sends one: the phone must be right first, and then the button waits 60 seconds. */
export function PhoneAndCode({ purpose, check, phoneCheck }: Props) {
  const t = useTranslations('account')
  const refuse = useRefusal()
  const [seconds, wait] = useCountdown(purpose)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const phone = check.bind('phone')

  const send = async () => {
    if (busy) return
    setSaid(null)
    if (!check.look('phone')) return check.focus('phone')
    setBusy(true)
    const given = check.values().phone.trim()
    try {
      if (!(await phoneCheck.require(given))) return
      wait((await sendCode(given, purpose)).againInSeconds)
      notify.success(t('code.sent'))
      check.focus('code')
    } catch (error) {
      refuse(error, ['phone', 'code'], check, setSaid)
    } finally {
      setBusy(false)
    }
  }
  const isWaiting = seconds > 0
  const button = <Button size="large" disabled={isWaiting} busy={busy} busyLabel={t('code.getting')} onClick={send}>{isWaiting ? <span className="num">{t('code.again', { seconds })}</span> : t('code.get')}</Button>
  return (
    <>
      <div className={styles.field}>
        <TextField
          {...phone} large label={t('phone.label')} type="tel" inputMode="numeric" autoComplete="tel-national" maxLength={40} required
          onBlur={() => void phoneCheck.look()} onInput={() => void (phone.error && phoneFault(check.values().phone.trim()) === undefined ? phoneCheck.look() : phone.onInput())}
        />
      </div>
      <div className={styles.field}>
        <TextField {...check.bind('code')} large label={t('code.label')} autoComplete="one-time-code" inputMode="text" autoCapitalize="none" spellCheck={false} maxLength={CODE_MAX_LENGTH + 14} required beside={<div className={styles.send}>{button}</div>} />
        <Said text={said} />
      </div>
    </>
  )
}
