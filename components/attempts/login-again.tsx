'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState, type FormEvent } from 'react'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import styles from '@/components/attempts/attempts.module.css'
import type { ExamLearner } from '@/components/attempts/exam-ways'
import { LeftAnswersBox } from '@/components/attempts/left-answers-box'
import { PlatformText } from '@/components/content/platform-text'
import { useObserved } from '@/components/study/observable'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { BffError } from '@/lib/queries/bff'
import { logIn } from '@/lib/queries/session'
import { routes } from '@/lib/routes'

const stay = () => undefined

/** A login over the paper: the session is over, the exam is not. Who cannot log in any more gets out, with what the server does not take any more. */
export function LoginAgain({ session, learner }: { session: AttemptSession; learner: ExamLearner }) {
  const t = useTranslations('attempts.login')
  const words = usePlatformWords()
  const login = useObserved(session, (state) => state.login)
  const phase = useObserved(session, (state) => state.phase)
  const left = useObserved(session, (state) => state.left)
  const hasTime = useObserved(session, (state) => state.remaining !== 0)
  const password = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = password.current?.value ?? ''
    if (isBusy) return
    if (given === '') {
      setError(t('passwordMissing'))
      password.current?.focus()
      return
    }
    setBusy(true)
    try {
      const answer = await logIn({ account: learner.account, password: given, isFromPlatform: true })
      if (answer.loggedIn) return session.loggedIn()
      setError(words(answer.notice))
    } catch (refused) {
      setError(refused instanceof BffError && refused.hasWords ? words(refused.message) : t('failed'))
    }
    setBusy(false)
    password.current?.focus()
    password.current?.select()
  }
  return (
    <Dialog open question title={login === 'otherLearner' ? t('other') : t('over')} onClose={stay}>
      <form className={styles.login} onSubmit={(event) => void submit(event)} noValidate>
        <p>{t.rich('text', { name: () => <PlatformText>{learner.name}</PlatformText>, account: learner.account })}</p>
        <TextField label={t('account')} name="username" autoComplete="username" value={learner.account} readOnly />
        <TextField ref={password} type="password" label={t('password')} name="password" autoComplete="current-password" error={error} required data-autofocus />
        <Button type="submit" look="primary" block busy={isBusy} busyLabel={t('loggingIn')}>{t('logIn')}</Button>
        <p className={styles.loginWays}>
          {learner.canReset && <a className="link" href={routes.resetPassword()} target="_blank" rel="noopener">{t('forgot')}</a>}
          <a className="link" href={routes.login()}>{t('leave')}</a>
        </p>
      </form>
      {left && <LeftAnswersBox left={left} learner={learner} why={phase === 'answering' ? 'earlier' : hasTime ? 'elsewhere' : 'late'} />}
    </Dialog>
  )
}
