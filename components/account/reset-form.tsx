'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useKeptFields } from '@/components/account/entry-draft'
import { PhoneAndCode } from '@/components/account/phone-and-code'
import { usePhoneCheck } from '@/components/account/use-phone-check'
import { useRefusal } from '@/components/account/use-refusal'
import { resetSteps, useResetSteps, type ResetStep, type Verified } from '@/components/account/use-reset-steps'
import { Button } from '@/components/ui/button'
import { useFormCheck } from '@/components/ui/form-check'
import { Said } from '@/components/ui/said'
import { asDialled, codeFault, phoneFault } from '@/lib/domain/account'
import { checkResetCode } from '@/lib/queries/entry'
import styles from './entry-form.module.css'

// The later steps come when they are reached.
const PasswordStep = lazy(() => import('@/components/account/reset-password-step'))
const DoneStep = lazy(() => import('@/components/account/reset-done'))

const verifyFields = ['phone', 'code'] as const
const keptFields = ['phone'] as const

function Steps({ current }: { current: ResetStep }) {
  const t = useTranslations('account.reset')
  const at = resetSteps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {resetSteps.map((step, index) => (
        <li key={step} className={index < at ? styles.past : undefined} aria-current={step === current ? 'step' : undefined}>
          <span>{t(`stepNames.${step}`)}{index < at && <span className="sr"> {t('stepState.done')}</span>}</span>
        </li>
      ))}
    </ol>
  )
}

/** The first step: phone and code. `before` is what stood there when the step was done before; it may count no more, and is empty for another phone. */
function VerifyStep({ before, isExpired, onRight }: { before: Verified | null; isExpired: boolean; onRight: (verified: Verified) => void }) {
  const t = useTranslations('account')
  const refuse = useRefusal()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState(isExpired ? t('reset.expired') : null)
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(form, verifyFields, ({ phone, code }) => {
    // That the code was right is proved by a cookie: said before one is sent in vain, as the second step could only call it over.
    const ofPhone = navigator.cookieEnabled ? phoneFault(phone) : 'noCookies' as const
    const ofCode = codeFault(code, 'reset')
    return { phone: ofPhone && t(`phone.${ofPhone}`), code: ofCode && t(`code.${ofCode}`) }
  }, asDialled)
  const phoneCheck = usePhoneCheck('reset', check)
  useKeptFields('reset', form, keptFields)
  useEffect(() => {
    if (!before) return
    const fields = verifyFields.map((field) => {
      const input = form.current!.elements.namedItem(field) as HTMLInputElement
      input.value = before[field]
      return input
    })
    const first = fields[before.phone ? 1 : 0]!
    first.focus()
    first.select()
  }, [before])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const proof = busy ? null : check.check()
    if (!proof) return
    setBusy(true)
    setSaid(null)
    try {
      if (!(await phoneCheck.require(proof.phone))) return setBusy(false)
      await checkResetCode(proof)
      onRight(proof)
    } catch (error) {
      setBusy(false)
      check.focus('code')
      refuse(error, verifyFields, check, setSaid)
    }
  }
  return (
    <form ref={form} method="dialog" className={styles.form} onSubmit={submit} noValidate>
      <PhoneAndCode purpose="reset" check={check} phoneCheck={phoneCheck} />
      <Said text={said} />
      <div className={styles.submit}><Button type="submit" look="primary" size="large" block busy={busy} busyLabel={t('reset.checking')}>{t('reset.next')}</Button></div>
    </form>
  )
}

/** A new password in three steps: whose phone it is, the password, done. The way back, which is there until then, is made on the server: this page has no room for scripts. */
export function ResetForm({ children }: { children?: ReactNode }) {
  const { step, verified, isExpired, prove, back, restart, expire, finish } = useResetSteps()
  return (
    <>
      <Steps current={step} />
      {step === 'verify' && <VerifyStep before={verified} isExpired={isExpired} onRight={prove} />}
      {step === 'password' && verified && <Suspense><PasswordStep phone={verified.phone} onDone={finish} onBack={back} onOther={restart} onExpired={expire} /></Suspense>}
      {step === 'done' ? <Suspense><DoneStep /></Suspense> : children}
    </>
  )
}
