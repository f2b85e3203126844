'use client'

import { useLocale, useTranslations } from 'next-intl'
import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import { useKeptFields } from '@/components/account/entry-draft'
import { PhoneAndCode } from '@/components/account/phone-and-code'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { Button } from '@/components/ui/button'
import { useFormCheck } from '@/components/ui/form-check'
import { Link } from '@/components/ui/link'
import { notify } from '@/components/ui/notify'
import { codeFault, phoneFault } from '@/lib/domain/account'
import { checkResetCode } from '@/lib/queries/account'
import { inLanguage, routes } from '@/lib/routes'
import styles from './entry-form.module.css'

const steps = ['verify', 'password', 'done'] as const
// The later steps come when they are reached.
const PasswordStep = lazy(() => import('@/components/account/reset-password-step'))
const DoneStep = lazy(() => import('@/components/account/reset-done'))

type Step = (typeof steps)[number]
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

function VerifyStep({ onRight }: { onRight: (proof: string) => void }) {
  const t = useTranslations('account')
  const wordsOf = useWordsOfError()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(form, verifyFields, ({ phone, code }) => {
    const faults = { phone: phoneFault(phone.trim()), code: codeFault(code.trim(), 'reset') }
    return { phone: faults.phone && t(`phone.${faults.phone}`), code: faults.code && t(`code.${faults.code}`) }
  })
  useKeptFields('reset', form, keptFields)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = busy ? null : check.check()
    if (!given) return
    setBusy(true)
    try {
      onRight((await checkResetCode({ phone: given.phone.trim(), code: given.code.trim() })).proof)
    } catch (error) {
      setBusy(false)
      notify.warning(wordsOf(error))
      check.focus('code')
    }
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <PhoneAndCode purpose="reset" check={check} />
      <div className={styles.submit}><Button type="submit" look="primary" size="large" block busy={busy} busyLabel={t('reset.checking')}>{t('reset.next')}</Button></div>
    </form>
  )
}

/** A new password in three steps: whose phone it is, the password, done. */
export function ResetForm() {
  const t = useTranslations('account')
  const locale = useLocale()
  const [step, setStep] = useState<Step>('verify')
  const [proof, setProof] = useState('')
  const finish = () => {
    notify.success(t('reset.done'))
    setStep('done')
  }
  return (
    <>
      <Steps current={step} />
      {step === 'verify' && <VerifyStep onRight={(given) => { setProof(given); setStep('password') }} />}
      {step === 'password' && <Suspense><PasswordStep proof={proof} onDone={finish} onExpired={() => setStep('verify')} /></Suspense>}
      {step === 'done' ? <Suspense><DoneStep /></Suspense> : <p className={styles.after}><Link className="link" href={inLanguage(locale, routes.login())}>{t('back')}</Link></p>}
    </>
  )
}
