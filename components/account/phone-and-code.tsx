'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useCountdown } from '@/components/account/use-countdown'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { Button } from '@/components/ui/button'
import { notify } from '@/components/ui/notify'
import { TextField } from '@/components/ui/text-field'
import { CODE_MAX_LENGTH, phoneFault, type CodePurpose } from '@/lib/domain/account'
import { checkPhone, sendCode } from '@/lib/queries/account'
import styles from './entry-form.module.css'

/** What these two fields need of the form around them. */
type Check = {
  bind: (field: 'phone' | 'code') => { name: string; error: string | undefined; onBlur: () => void; onInput: () => void }
  values: () => { phone: string }
  look: (field: 'phone') => boolean
  setError: (field: 'phone', text: string | undefined) => void
  focus: (field: 'phone' | 'code') => void
}
type Props = { purpose: CodePurpose; check: Check }

/** Whether a phone may be used, asked once for each phone; what cannot be asked is left to the sending. */
function usePhoneAnswer(purpose: CodePurpose) {
  const t = useTranslations('account.phone')
  const last = useRef<{ phone: string; answer: Promise<string | undefined> } | null>(null)
  return (phone: string): Promise<string | undefined> => {
    if (last.current?.phone === phone) return last.current.answer
    const answer = checkPhone(phone).then(
      ({ known }) => (purpose === 'register' ? (known ? t('taken') : undefined) : known ? undefined : t('unknown')),
      () => {
        last.current = null
        return undefined
      },
    )
    last.current = { phone, answer }
    return answer
  }
}

/** Phone and code, with the button that sends one: the phone must be right first, and then the button waits 60 seconds. */
export function PhoneAndCode({ purpose, check }: Props) {
  const t = useTranslations('account')
  const wordsOf = useWordsOfError()
  const answerFor = usePhoneAnswer(purpose)
  const [seconds, wait] = useCountdown(purpose)
  const [busy, setBusy] = useState(false)
  const phone = check.bind('phone')

  const look = async () => {
    if (!check.look('phone')) return
    const given = check.values().phone.trim()
    const problem = await answerFor(given)
    if (problem && check.values().phone.trim() === given) check.setError('phone', problem)
  }
  const send = async () => {
    if (busy) return
    if (!check.look('phone')) return check.focus('phone')
    setBusy(true)
    const given = check.values().phone.trim()
    try {
      const problem = await answerFor(given)
      if (problem) {
        check.setError('phone', problem)
        return check.focus('phone')
      }
      wait((await sendCode(given, purpose)).againInSeconds)
      notify.success(t('code.sent'))
      check.focus('code')
    } catch (error) {
      notify.warning(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const button = seconds > 0
    ? <Button size="large" disabled><span className="num">{t('code.again', { seconds })}</span></Button>
    : <Button size="large" busy={busy} busyLabel={t('code.getting')} onClick={send}>{t('code.get')}</Button>
  return (
    <>
      <div className={styles.field}>
        <TextField
          {...phone} large label={t('phone.label')} type="tel" inputMode="numeric" autoComplete="tel-national" maxLength={40} required
          onBlur={() => void look()} onInput={() => void (phone.error && phoneFault(check.values().phone.trim()) === undefined ? look() : phone.onInput())}
        />
      </div>
      <div className={styles.field}>
        <TextField {...check.bind('code')} large label={t('code.label')} autoComplete="one-time-code" inputMode={purpose === 'reset' ? 'numeric' : 'text'} autoCapitalize="none" spellCheck={false} maxLength={CODE_MAX_LENGTH + 14} required beside={<div className={styles.send}>{button}</div>} />
      </div>
    </>
  )
}
