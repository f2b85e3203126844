'use client'

import { CircleCheck, FileClock, RefreshCw, TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import type { AttemptState } from '@/components/attempts/attempt-state'
import styles from '@/components/attempts/attempts.module.css'
import { resultOf, wayBack, type ExamLearner } from '@/components/attempts/exam-ways'
import { loadLoginAgain } from '@/components/attempts/later-parts'
import { LeftAnswersBox } from '@/components/attempts/left-answers-box'
import { PlatformText } from '@/components/content/platform-text'
import { useObserved } from '@/components/study/observable'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Icon } from '@/components/ui/icon'
import type { ExamPlace } from '@/lib/domain/attempts'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { routes } from '@/lib/routes'

const LoginAgain = dynamic(loadLoginAgain, { ssr: false })

function Word({ name, icon, title, text, actions, alert }: { name: string; icon: ReactNode; title: string; text?: string; actions?: ReactNode; alert?: boolean }) {
  return (
    <main id="main" tabIndex={-1} className={styles.word}>
      <h1 className={styles.wordName}><PlatformText>{name}</PlatformText></h1>
      <div className={styles.wordBox} role={alert ? 'alert' : 'status'}>
        {icon}
        <p className={styles.wordTitle}>{title}</p>
        {text && <p>{text}</p>}
      </div>
      {actions && <div className={styles.wordActions}>{actions}</div>}
    </main>
  )
}

type Opening = { name: string; session?: AttemptSession; learner?: ExamLearner; isLoginNeeded?: boolean; /** Where to go back to, while nobody answers. */ backHref?: string | undefined; isAsking?: boolean }

/** The paper is on its way, or asked for again as nobody answers. */
export function OpeningWord({ name, session, learner, isLoginNeeded = false, backHref, isAsking = false }: Opening) {
  const t = useTranslations('attempts')
  const retrying = useTranslations('ui.error')
  return (
    <>
      <Word
        name={name} icon={<span className={styles.spinner} aria-hidden="true" />} title={t('opening')} text={t(backHref ? 'unansweredText' : 'openingText')}
        actions={backHref && <><ButtonLink href={backHref}>{t('back')}</ButtonLink><Button look="primary" icon={<Icon of={RefreshCw} className="i" />} busy={isAsking} busyLabel={retrying('retrying')} onClick={() => session?.wake()}>{t('retry')}</Button></>}
      />
      {isLoginNeeded && session && learner && <LoginAgain session={session} learner={learner} />}
    </>
  )
}

/** The paper could not be opened, which another try may mend. */
export function ExamWord({ name, title, text, retry, backHref }: { name: string; title: string; text: string; retry?: () => void; backHref: string }) {
  const t = useTranslations('attempts')
  return (
    <Word
      alert name={name} icon={<Icon of={TriangleAlert} className="i i-32" aria-hidden="true" />} title={title} text={text}
      actions={<><ButtonLink href={backHref}>{t('back')}</ButtonLink>{retry && <Button look="primary" onClick={retry}>{t('retry')}</Button>}</>}
    />
  )
}

/** The platform does not let the exam begin, has the paper already, or does not take it. */
export function RefusedWord({ refusal, session, learner, place, name }: { refusal: NonNullable<AttemptState['refusal']>; session: AttemptSession; learner: ExamLearner; place: ExamPlace; name: string }) {
  const t = useTranslations('attempts')
  const title = useTranslations('answerFile')('title')
  const left = useObserved(session, (state) => state.left)
  const words = usePlatformWords()
  const back = <ButtonLink href={place.origin === 'standalone' ? routes.examPreparation(place.examId) : wayBack(place)}>{place.origin === 'standalone' ? t('toPreparation') : t('back')}</ButtonLink>
  if (left) return <Word alert name={name} icon={<Icon of={TriangleAlert} className="i i-32" aria-hidden="true" />} title={title} actions={<LeftAnswersBox left={left} learner={learner} why={refusal.why === 'notTaken' ? 'late' : 'earlier'} onDone={() => void session.leftRead()} />} />
  if (refusal.why === 'handedIn') {
    return (
      <Word
        name={name} icon={<Icon of={CircleCheck} className="i i-32" aria-hidden="true" />} title={t('already')} text={t('alreadyText')}
        actions={<>{back}{refusal.ref && <ButtonLink look="primary" href={resultOf(place, refusal.ref)}>{t('toResult')}</ButtonLink>}</>}
      />
    )
  }
  if (refusal.why === 'unsure') return <ExamWord name={name} title={t('failed')} text={t('failedText')} backHref={wayBack(place)} />
  const isElsewhere = refusal.why === 'notHere'
  const text = { notHere: t('notHereText'), notTaken: t('notTakenText'), refused: t('refusedText') }[refusal.why]
  return <Word alert name={name} icon={<Icon of={FileClock} className="i i-32" aria-hidden="true" />} title={isElsewhere ? t('notHere') : refusal.words ? words(refusal.words) : t('notTaken')} text={text} actions={back} />
}
