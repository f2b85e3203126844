'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState, type FormEvent } from 'react'
import { useKeptFields } from '@/components/account/entry-draft'
import { PhoneAndCode } from '@/components/account/phone-and-code'
import { usePhoneCheck } from '@/components/account/use-phone-check'
import { useRefusal } from '@/components/account/use-refusal'
import { keepDraft } from '@/components/session/login-draft'
import { Button } from '@/components/ui/button'
import { useFormCheck } from '@/components/ui/form-check'
import { Link } from '@/components/ui/link'
import { notify } from '@/components/ui/notify'
import { usePush } from '@/components/ui/route-bar'
import { Said } from '@/components/ui/said'
import { TextField } from '@/components/ui/text-field'
import { asDialled, codeFault, confirmationFault, passwordFault, phoneFault } from '@/lib/domain/account'
import { nicknameFault } from '@/lib/domain/nickname'
import { PASSWORD_MAX_LENGTH } from '@/lib/domain/session'
import { register } from '@/lib/queries/entry'
import { inLanguage, routes } from '@/lib/routes'
import styles from './entry-form.module.css'

const fields = ['phone', 'code', 'nickname', 'password', 'confirmation'] as const
const keptFields = ['phone', 'nickname'] as const

/** Phone, code, nickname and password; an account that can log in comes of it. */
export function RegisterForm() {
  const t = useTranslations('account')
  const locale = useLocale()
  const { push } = usePush()
  const refuse = useRefusal()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(form, fields, ({ phone, code, nickname, password, confirmation }) => {
    const faults = { phone: phoneFault(phone), code: codeFault(code, 'register'), nickname: nicknameFault(nickname.trim()), password: passwordFault(password) }
    const said = Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, fault && t(`${field as keyof typeof faults}.${fault}`)]))
    const again = confirmationFault(confirmation, password)
    return { ...said, confirmation: again && t(`confirmation.${again}`) }
  }, (value, field) => (field === 'phone' || field === 'code' ? asDialled(value) : value))
  const phoneCheck = usePhoneCheck('register', check)
  useKeptFields('register', form, keptFields)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const given = check.check()
    if (!given) return
    setBusy(true)
    setSaid(null)
    const { phone } = given
    try {
      if (!(await phoneCheck.require(phone))) return setBusy(false)
      await register({ ...given, nickname: given.nickname.trim() })
      keepDraft({ account: phone, consent: false })
      notify.success(t('register.done'))
      push(inLanguage(locale, routes.login()))
    } catch (error) {
      setBusy(false)
      refuse(error, fields, check, setSaid)
    }
  }
  return (
    <form ref={form} method="dialog" className={styles.form} onSubmit={submit} noValidate>
      <PhoneAndCode purpose="register" check={check} phoneCheck={phoneCheck} />
      <div className={styles.field}><TextField {...check.bind('nickname')} large label={t('nickname.label')} hint={t('nickname.hint')} autoComplete="nickname" maxLength={60} required /></div>
      <div className={styles.field}><TextField {...check.bind('password')} large type="password" label={t('password.label')} hint={t('password.hint')} autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} required /></div>
      <div className={styles.field}><TextField {...check.bind('confirmation')} large type="password" label={t('confirmation.label')} autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} required /></div>
      <Said text={said} />
      <div className={styles.submit}><Button type="submit" look="primary" size="large" block busy={busy} busyLabel={t('register.submitting')}>{t('register.submit')}</Button></div>
      <p className={styles.after}>{t('register.hasAccount')}<Link className="link" href={inLanguage(locale, routes.login())}>{t('back')}</Link></p>
    </form>
  )
}
