import { Fragment } from 'react'
import { AnswerFiles } from '@/components/attempts/answer-files'
import type { ExamLearner } from '@/components/attempts/exam-ways'
import { KeptAnswers } from '@/components/attempts/kept-answers'
import { AttemptHistory } from '@/components/exams/attempt-history'
import { ExamFacts } from '@/components/exams/exam-facts'
import { ExamStart } from '@/components/exams/exam-start'
import styles from '@/components/exams/exams.module.css'
import { takesAnswerFiles } from '@/lib/domain/answer-file'
import type { ExamPlace } from '@/lib/domain/attempts'
import { startVerdict, type ExamDetail, type ExamNow } from '@/lib/domain/exams'

type Props = { exam: ExamDetail; simulationUrl: string | null; now: ExamNow; learner: ExamLearner }

/** An exam before it is begun: answers of it that did not get through, what it is, what it asks, and how earlier attempts went. */
export function ExamPreparation({ exam, simulationUrl, now, learner }: Props) {
  const place: ExamPlace = { origin: 'standalone', examId: exam.id, paperId: exam.paperId }
  const verdict = startVerdict(exam)
  return (
    // Where only the query of an address changes the page keeps its state: a simulation that is open, answers that were found, and a file that was chosen are of one exam.
    <Fragment key={exam.id}>
      <KeptAnswers learner={learner} place={place} attempts={exam.attempts} />
      <div className={styles.prep}>
        <ExamFacts exam={exam} />
        <div className={styles.side}><ExamStart exam={{ ...exam, simulation: exam.simulation && { requestId: exam.simulation.requestId, ticket: null } }} simulationUrl={simulationUrl} now={now} /></div>
        <div className={`panel ${styles.rest}`}>
          <AttemptHistory place={place} kind={exam.kind} attempts={exam.attempts} underWayId={verdict.can === 'continue' ? verdict.attempt.id : null} />
          {takesAnswerFiles(exam, now) && <AnswerFiles examId={exam.id} learnerId={learner.id} />}
        </div>
      </div>
    </Fragment>
  )
}
