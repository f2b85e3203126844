'use client'

import { CircleX, Info } from 'lucide'
import { useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { keepDraft, keepRedirect, restoreRedirect, takeDraft } from '@/components/session/login-draft'
import styles from '@/components/session/login-form.module.css'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { notify } from '@/components/ui/notify'
import { TextField } from '@/components/ui/text-field'
import { afterLogin } from '@/lib/domain/links'
import { ACCOUNT_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '@/lib/domain/session'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { BffError } from '@/lib/queries/bff'
import { checkSession, logIn } from '@/lib/queries/session'

const Dialog = lazy(() => import('@/components/ui/dialog').then((part) => ({ default: part.Dialog })))

type Said = { kind: 'error' | 'info'; text: string } | null
type Errors = { account?: string; password?: string }

/** Says once why one is here: the session is over, or the password is another; and lets go of what is left of the session. */
function useReasonNotice() {
  const t = useTranslations('errors')
  const tSession = useTranslations('session')
  useEffect(() => {
    const address = new URL(location.href)
    const reason = address.searchParams.get('reason')
    if (reason !== 'expired' && reason !== 'changed') return
    address.searchParams.delete('reason')
    history.replaceState(history.state, '', address)
    if (reason === 'changed') notify.success(tSession('passwordChanged'))
    else notify.error(t('expired'))
    void checkSession().catch(() => undefined)
  }, [t, tSession])
}

/** What stood in the form before the page was read again (another language, a way back) stands there still. */
function useKeptForm(account: RefObject<HTMLInputElement | null>, consent: RefObject<HTMLInputElement | null>, done: RefObject<boolean>, show: (consent: boolean) => void) {
  useEffect(() => {
    const draft = takeDraft()
    if (draft && account.current && consent.current) {
      account.current.value ||= draft.account
      consent.current.checked ||= draft.consent
    }
    show(consent.current?.checked ?? false)
    const leave = () => {
      if (!done.current && account.current && consent.current) keepDraft({ account: account.current.value, consent: consent.current.checked })
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [account, consent, done, show])
}

type Props = {
  /** Where the links for strangers lead; none unless the tenant lets them register. */
  links: { register: string; forgot: string } | null
  policy: ReactNode
}

/** Account, password and consent; what the platform says stands in the form, and nothing typed is lost by it. */
export function LoginForm({ links, policy }: Props) {
  const t = useTranslations('session')
  const tErrors = useTranslations('errors')
  const words = usePlatformWords()
  const id = useId()
  const account = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const consent = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  const [agreed, setAgreed] = useState(false)
  const [reading, setReading] = useState(false)
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [said, setSaid] = useState<Said>(null)
  useEffect(restoreRedirect, [])
  useReasonNotice()
  useKeptForm(account, consent, done, setAgreed)

  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  const problems = (): Errors => ({
    account: account.current?.value.trim() ? undefined : t('accountMissing'),
    password: password.current?.value ? undefined : t('passwordMissing'),
  })
  const check = (field: keyof Errors) => setErrors((shown) => ({ ...shown, [field]: problems()[field] }))
  const mend = (field: keyof Errors) => setErrors((shown) => (shown[field] ? { ...shown, [field]: problems()[field] } : shown))
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const accept = () => {
    if (consent.current) consent.current.checked = true
    setAgreed(true)
    setReading(false)
  }

  const refused = (error: unknown) => {
    setBusy(false)
    const code = error instanceof BffError ? error.code : 'failed'
    const text = error instanceof BffError && error.hasWords ? words(error.message) : code === 'timeout' || code === 'busy' ? tErrors(code) : tErrors('failed')
    setSaid({ kind: 'error', text })
    password.current?.focus()
    password.current?.select()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !agreed) return
    const missing = problems()
    setErrors(missing)
    setSaid(null)
    if (missing.account) return account.current?.focus()
    if (missing.password) return password.current?.focus()
    // The session is a cookie: the page after the login would lead straight back here, and say nothing.
    if (!navigator.cookieEnabled) return setSaid({ kind: 'error', text: t('noCookies') })
    setBusy(true)
    try {
      const answer = await logIn({ account: account.current?.value.trim() ?? '', password: password.current?.value ?? '' })
      if (answer.loggedIn) {
        done.current = true
        location.assign(afterLogin(new URLSearchParams(location.search).get('redirect')))
        return
      }
      setBusy(false)
      setSaid({ kind: 'info', text: words(answer.notice) })
    } catch (error) {
      refused(error)
    }
  }

  return (
    <form method="dialog" className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.field}>
        <TextField
          ref={account} large label={t('account')} name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={ACCOUNT_MAX_LENGTH} required
          error={errors.account} onBlur={() => check('account')} onInput={() => mend('account')}
        />
      </div>
      <div className={styles.field}>
        <TextField
          ref={password} large type="password" label={t('password')} name="password" autoComplete="current-password" maxLength={PASSWORD_MAX_LENGTH} required
          error={errors.password} hint={capsLock ? t('capsLock') : undefined}
          onBlur={() => { check('password'); setCapsLock(false) }} onInput={() => mend('password')} onKeyDown={watchCapsLock} onKeyUp={watchCapsLock}
        />
        {links && <Link className={`link ${styles.forgot}`} href={links.forgot} onClick={keepRedirect}>{t('forgot')}</Link>}
      </div>
      <Checkbox
        ref={consent} aria-label={t('consentLabel')} onChange={(event) => setAgreed(event.target.checked)}
        label={t.rich('consent', { policy: (chunks) => <button type="button" className="link" onClick={() => setReading(true)}>{chunks}</button> })}
      />
      {said && (
        <p className={`${styles.said} ${said.kind === 'error' ? styles.bad : styles.info}`} role={said.kind === 'error' ? 'alert' : 'status'}>
          {said.kind === 'error' ? <Icon of={CircleX} className="i" /> : <Icon of={Info} className="i" />}{said.text}
        </p>
      )}
      <div className={styles.send}>
        <Button type="submit" look="primary" size="large" block disabled={!agreed} busy={busy} busyLabel={t('loggingIn')} aria-describedby={agreed ? undefined : `${id}-why`}>{t('logIn')}</Button>
        <p className="hint" id={`${id}-why`}>{!agreed && t('consentNeeded')}</p>
      </div>
      {links && <p className={styles.after}>{t('noAccount')}<Link className="link" href={links.register} onClick={keepRedirect}>{t('register')}</Link></p>}
      {reading && (
        <Suspense>
          <Dialog open wide title={t('policyTitle')} onClose={() => setReading(false)} actions={<Button look="primary" onClick={accept}>{t('accept')}</Button>}>
            <div className={styles.policy} role="region" aria-label={t('policyTitle')} tabIndex={0}>{policy}</div>
          </Dialog>
        </Suspense>
      )}
    </form>
  )
}
