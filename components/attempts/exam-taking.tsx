'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { resultOf, wayBack, type ExamLearner } from '@/components/attempts/exam-ways'
import { ExamWord, OpeningWord, RefusedWord } from '@/components/attempts/exam-word'
import { Paper } from '@/components/attempts/paper'
import { useAttempt } from '@/components/attempts/use-attempt'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import { useObserved } from '@/components/study/observable'
import { showReport } from '@/components/study/reward-box'
import { notify } from '@/components/ui/notify'
import type { ExamPlace } from '@/lib/domain/attempts'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { routes } from '@/lib/routes'

type Props = { learner: ExamLearner; place: ExamPlace; /** The attempt that alone is gone on with; null where one may begin. */ attemptId: string | null; /** What the address calls the exam, until the platform names it. */ name: string }

/** Taking a theory exam: opens the paper and shows it until it is handed in. */
export function ExamTaking({ learner, place, attemptId, name }: Props) {
  const t = useTranslations('attempts')
  const words = usePlatformWords()
  const router = useRouter()
  const { session, isDurable } = useAttempt({
    learnerId: learner.id, place, attemptId,
    onHandedIn: (ref, report) => {
      if (report) showReport(report)
      // The exam leaves the history, so that going back from the result never enters it again.
      router.replace(resultOf(place, ref))
    },
    onRefused: (said, what) => {
      // A question may have been changed since the paper was opened; nothing of the answers goes with the page.
      const anew = { action: { label: t('reload'), onPress: () => location.reload() } }
      notify.error(said ? words(said) : t(what === 'paper' ? 'notTaken' : 'refusedAnswer'), what === 'answer' ? anew : {})
    },
    onForbidden: () => location.replace(routes.noAccess()),
    onBehind: () => location.replace(wayBack(place)),
  })
  if (!session) return <OpeningWord name={name || t('title')} />
  return <Opened session={session} learner={learner} place={place} name={name || t('title')} isDurable={isDurable} />
}

function Opened({ session, learner, place, name, isDurable }: Omit<Props, 'attemptId'> & { session: AttemptSession; isDurable: boolean }) {
  const t = useTranslations('attempts')
  const phase = useObserved(session, (state) => state.phase)
  const refusal = useObserved(session, (state) => state.refusal)
  const attempt = useObserved(session, (state) => state.attempt)
  const login = useObserved(session, (state) => state.login)
  const isMissing = useObserved(session, (state) => state.isMissing)
  const isUnread = useObserved(session, (state) => state.isUnread)
  const isUnanswered = useObserved(session, (state) => state.isUnanswered)
  const isAsking = useObserved(session, (state) => state.isAsking)
  if (phase === 'refused' && refusal) return <RefusedWord refusal={refusal} session={session} learner={learner} place={place} name={name} />
  if (phase === 'failed' && isMissing) return <ExamWord name={name} title={t('missing')} text={t('missingText')} backHref={routes.myExams()} />
  if (phase === 'failed' && isUnread) return <ExamWord name={name} title={t('failed')} text={t('unreadText')} backHref={wayBack(place)} />
  if (phase === 'failed') return <ExamWord name={name} title={t('failed')} text={t('failedText')} retry={() => location.reload()} backHref={wayBack(place)} />
  if (!attempt) return <OpeningWord name={name} session={session} learner={learner} isLoginNeeded={login !== 'alive'} isAsking={isAsking} backHref={isUnanswered ? wayBack(place) : undefined} />
  if (attempt.questions.length === 0) return <ExamWord name={attempt.title || name} title={t('noQuestions')} text={t('noQuestionsText')} retry={() => location.reload()} backHref={wayBack(place)} />
  return <Paper session={session} attempt={attempt} learner={learner} name={attempt.title || name} isDurable={isDurable} />
}
