import { getNow } from 'next-intl/server'
import { MistakeBook } from '@/components/mistakes/mistake-book'
import { ContinueExercise } from '@/components/practice/continue-exercise'
import { bookInput } from '@/lib/domain/mistakes-input'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireAsking } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { countBook, listBook, listBookSubjects } from '@/lib/training/mistakes'

/** The wrong-question book in the personal centre. */
export async function MistakesView({ query }: { query: Record<string, string | string[] | undefined> }) {
  const { learner, session } = await requireAsking()
  const view = bookInput.parse(query)
  const [mistakes, subjects, counts] = await Promise.all([settle(listBook(learner, view)), settle(listBookSubjects(learner, view)), settle(countBook(learner))])
  return (
    <Messages areas={['mistakes', 'questions', 'content', ...(session.exerciseBank ? [] : ['practice'] as const)]}>
      <MistakeBook view={view} mistakes={mistakes} subjects={subjects.value ?? []} counts={counts.value ?? null} hasBank={session.exerciseBank} now={(await getNow()).getTime()}>
        {/* The exercise centre leads back to it, where there is one. It is no part that is loaded later, which would push the book down. */}
        {!session.exerciseBank && <ContinueExercise learnerId={learner.id} />}
      </MistakeBook>
    </Messages>
  )
}
