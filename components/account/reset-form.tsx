'use client'

import { useLocale, useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { useKeptFields } from '@/components/account/entry-draft'
import { PhoneAndCode } from '@/components/account/phone-and-code'
import { Said } from '@/components/account/said'
import { usePhoneCheck } from '@/components/account/use-phone-check'
import { useRefusal } from '@/components/account/use-refusal'
import { Button } from '@/components/ui/button'
import { useFormCheck } from '@/components/ui/form-check'
import { Link } from '@/components/ui/link'
import { notify } from '@/components/ui/notify'
import { codeFault, phoneFault } from '@/lib/domain/account'
import { checkResetCode } from '@/lib/queries/entry'
import { inLanguage, routes } from '@/lib/routes'
import styles from './entry-form.module.css'

const steps = ['verify', 'password', 'done'] as const
// The later steps come when they are reached.
const PasswordStep = lazy(() => import('@/components/account/reset-password-step'))
const DoneStep = lazy(() => import('@/components/account/reset-done'))

type Step = (typeof steps)[number]
type Verified = { phone: string; code: string; proof: string }
const verifyFields = ['phone', 'code'] as const
const keptFields = ['phone', 'code'] as const

function Steps({ current }: { current: Step }) {
  const t = useTranslations('account.reset')
  const at = steps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {steps.map((step, index) => (
        <li key={step} className={index < at ? styles.past : undefined} aria-current={step === current ? 'step' : undefined}>
          <span>{t(`stepNames.${step}`)}{index < at && <span className="sr"> {t('stepState.done')}</span>}</span>
        </li>
      ))}
    </ol>
  )
}

/** The first step: phone and code. `expired` is what stood there when the step was done before, and counts no more. */
function VerifyStep({ expired, onRight }: { expired: Verified | null; onRight: (verified: Verified) => void }) {
  const t = useTranslations('account')
  const refuse = useRefusal()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState(expired && t('reset.expired'))
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(form, verifyFields, ({ phone, code }) => {
    const faults = { phone: phoneFault(phone.trim()), code: codeFault(code.trim(), 'reset') }
    return { phone: faults.phone && t(`phone.${faults.phone}`), code: faults.code && t(`code.${faults.code}`) }
  })
  const phoneCheck = usePhoneCheck('reset', check)
  useKeptFields('reset', form, keptFields)
  useEffect(() => {
    if (!expired) return
    const [phone, code] = verifyFields.map((field) => form.current?.elements.namedItem(field) as HTMLInputElement)
    if (!phone || !code) return
    phone.value = expired.phone
    code.value = expired.code
    code.focus()
    code.select()
  }, [expired])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = busy ? null : check.check()
    if (!given) return
    setBusy(true)
    setSaid(null)
    const [phone, code] = [given.phone.trim(), given.code.trim()]
    try {
      if (!(await phoneCheck.require(phone))) return setBusy(false)
      onRight({ phone, code, proof: (await checkResetCode({ phone, code })).proof })
    } catch (error) {
      setBusy(false)
      check.focus('code')
      refuse(error, verifyFields, check, setSaid)
    }
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <PhoneAndCode purpose="reset" check={check} phoneCheck={phoneCheck} />
      <Said text={said} />
      <div className={styles.submit}><Button type="submit" look="primary" size="large" block busy={busy} busyLabel={t('reset.checking')}>{t('reset.next')}</Button></div>
    </form>
  )
}

/** A new password in three steps: whose phone it is, the password, done. */
export function ResetForm() {
  const t = useTranslations('account')
  const locale = useLocale()
  const [step, setStep] = useState<Step>('verify')
  const [verified, setVerified] = useState<Verified | null>(null)
  const finish = () => {
    notify.success(t('reset.done'))
    setStep('done')
  }
  return (
    <>
      <Steps current={step} />
      {step === 'verify' && <VerifyStep expired={verified} onRight={(given) => { setVerified(given); setStep('password') }} />}
      {step === 'password' && verified && <Suspense><PasswordStep proof={verified.proof} onDone={finish} onExpired={() => setStep('verify')} /></Suspense>}
      {step === 'done' ? <Suspense><DoneStep /></Suspense> : <p className={styles.after}><Link className="link" href={inLanguage(locale, routes.login())}>{t('back')}</Link></p>}
    </>
  )
}
