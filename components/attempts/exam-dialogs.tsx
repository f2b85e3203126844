'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect, type ReactNode } from 'react'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import styles from '@/components/attempts/attempts.module.css'
import type { ExamLearner } from '@/components/attempts/exam-ways'
import { loadLoginAgain } from '@/components/attempts/later-parts'
import { LeftAnswersBox } from '@/components/attempts/left-answers-box'
import { useObserved } from '@/components/study/observable'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { notify } from '@/components/ui/notify'
import { switchesLeft } from '@/lib/domain/attempts'

const LoginAgain = dynamic(loadLoginAgain, { ssr: false })

type Props = { session: AttemptSession; learner: ExamLearner; /** The answer sheet while it is open on a phone. */ sheet: ReactNode; onCloseSheet: () => void }

const stay = () => undefined

/** Whatever lies over the paper: one thing at a time, the most urgent first. */
export function ExamDialogs({ session, learner, sheet, onCloseSheet }: Props) {
  const t = useTranslations('attempts')
  const login = useObserved(session, (state) => state.login)
  const phase = useObserved(session, (state) => state.phase)
  const notice = useObserved(session, (state) => state.notice)
  if (login !== 'alive' && phase !== 'handedIn') return <LoginAgain session={session} learner={learner} />
  if (phase === 'handingIn' || phase === 'handedIn') return <Handing session={session} learner={learner} />
  if (notice) {
    const text = notice.by === 'time' ? t('notice.time') : t(`notice.${notice.exhausted === 'time' ? 'seconds' : notice.exhausted}`)
    return <Dialog open question title={text} onClose={stay}><p>{t('notice.title')}</p></Dialog>
  }
  return (
    <>
      <Absence session={session} />
      <Dialog open={sheet !== null} sheet title={t('sheet')} onClose={onCloseSheet}><div className={styles.sheetInDialog}>{sheet}</div></Dialog>
    </>
  )
}

function Handing({ session, learner }: { session: AttemptSession; learner: ExamLearner }) {
  const t = useTranslations('attempts.handing')
  const title = useTranslations('answerFile')('title')
  const left = useObserved(session, (state) => state.left)
  const handIn = useObserved(session, (state) => state.handIn)
  const waits = useObserved(session, (state) => state.waitsForNetwork)
  const hasTime = useObserved(session, (state) => state.remaining !== 0)
  if (left && (handIn || waits)) {
    return (
      <Dialog open question title={title} onClose={stay}>
        <p role="status">{handIn ? <b className="num">{handIn.number ? t('receipt', { number: handIn.number }) : t('done')}</b> : t('waitsLate')}</p>
        <LeftAnswersBox left={left} learner={learner} why={hasTime ? 'elsewhere' : 'late'} {...(handIn ? { onDone: () => void session.leftRead() } : {})} />
      </Dialog>
    )
  }
  if (handIn) {
    return (
      <Dialog open question title={t('done')} onClose={stay}>
        <p role="status">{handIn.number && <b className="num">{t('receipt', { number: handIn.number })}</b>} {t('doneText')}</p>
      </Dialog>
    )
  }
  return <Dialog open question title={t('title')} onClose={stay}><p role="status">{waits ? t('waits') : t('text')}</p></Dialog>
}

/** What the last absence came to, with the reason: a warning when it counted, a word when it did not. */
function Absence({ session }: { session: AttemptSession }) {
  const t = useTranslations('attempts.switches')
  const absence = useObserved(session, (state) => state.absence)
  const isIdle = absence !== null && !absence.counted
  useEffect(() => {
    if (!absence || absence.counted) return
    notify.info(t('notCounted', { cause: t(`causes.${absence.judged.cause}`) }))
    session.absenceRead()
  }, [absence, session, t])
  if (!absence || isIdle) return null
  const left = absence.switches && switchesLeft(absence.switches)
  return (
    <Dialog open question title={t('warning')} onClose={() => session.absenceRead()} actions={<Button look="primary" data-autofocus onClick={() => session.absenceRead()}>{t('understood')}</Button>}>
      <p>{t('away', { seconds: absence.judged.seconds, cause: t(`causes.${absence.judged.cause}`) })}</p>
      <p>
        {left && left.count !== null && <b className="num">{t('leftCount', { count: left.count })} </b>}
        {left && left.seconds !== null && <b className="num">{t('leftSeconds', { seconds: left.seconds })} </b>}
        {t('usedUp')}
      </p>
    </Dialog>
  )
}
