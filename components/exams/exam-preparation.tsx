import { AnswerFiles } from '@/components/attempts/answer-files'
import { AttemptHistory } from '@/components/exams/attempt-history'
import { ExamFacts } from '@/components/exams/exam-facts'
import { ExamStart } from '@/components/exams/exam-start'
import styles from '@/components/exams/exams.module.css'
import type { ExamDetail } from '@/lib/domain/exams'

type Props = { exam: ExamDetail; simulationUrl: string | null; serverNow: number; loginEndsAt: number; learnerId: string }

/** An exam before it is begun: what it is, what it asks, and how earlier attempts went. */
export function ExamPreparation({ exam, simulationUrl, serverNow, loginEndsAt, learnerId }: Props) {
  const hasEnded = exam.kind === 'theory' && exam.attempts.some(({ state }) => state !== 'running')
  return (
    <div className={styles.prep}>
      <ExamFacts exam={exam} />
      <div className={styles.side}><ExamStart exam={{ ...exam, simulation: exam.simulation && { requestId: exam.simulation.requestId, ticket: null } }} simulationUrl={simulationUrl} serverNow={serverNow} loginEndsAt={loginEndsAt} /></div>
      <div className={`panel ${styles.rest}`}>
        <AttemptHistory place={{ origin: 'standalone', examId: exam.id, paperId: exam.paperId }} kind={exam.kind} attempts={exam.attempts} />
        {hasEnded && <AnswerFiles examId={exam.id} learnerId={learnerId} />}
      </div>
    </div>
  )
}
