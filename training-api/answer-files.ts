// `npm run answer-files [-- --exam 8001] [--tenant 82] [--show NUMBER]`: what learners handed in as answer files, for who examines.
// With the embedded database the training API must be stopped meanwhile: one process owns the folder.
import { usages } from '../scripts/lib/usages.mjs'
import { readArguments, readId, UsageError } from './arguments.ts'
import { openDatabase } from './db/client.ts'
import { readEnv } from './env.ts'
import { endExplained } from './explain.ts'
import { listAnswerFiles } from './queries/answer-files.ts'
import type { FileToExamine } from './queries/answer-files.ts'
import { listPaperQuestions } from './queries/papers.ts'
import { attempts } from './db/schema/attempts.ts'
import { answerFileNumber } from './rules/answer-files.ts'
import { and, eq } from 'drizzle-orm'
import type { Database } from './db/client.ts'

const numberOf = ({ file }: FileToExamine) => answerFileNumber(file.fileId, file.contentHash)
const letters = 'ABCDEFGHIJ'

async function show(db: Database, found: FileToExamine): Promise<void> {
  const { file } = found
  const [attempt] = await db.select({ paperId: attempts.paperId }).from(attempts).where(and(eq(attempts.tenantId, file.tenantId), eq(attempts.attemptId, file.attemptId)))
  const questions = attempt === undefined ? [] : await listPaperQuestions(db, { tenantId: file.tenantId, paperId: attempt.paperId })
  console.log(`${numberOf(found)}: ${found.exam}, attempt ${found.attemptNumber} of ${found.learner} (${found.account})`)
  console.log(`made ${file.madeAt.toISOString()}, received ${file.receivedAt.toISOString()}, ${file.sealed ? 'closed with the key' : 'not closed'}, SHA-256 ${file.contentHash}`)
  for (const { questionId, optionIds, outcome } of file.answers) {
    const at = questions.findIndex((question) => question.questionId === questionId)
    const chosen = optionIds === '' ? 'cleared' : optionIds.split('&').map((id) => letters[questions[at]?.options.findIndex(({ optionId }) => String(optionId) === id) ?? -1] ?? id).join('')
    console.log(`  question ${at < 0 ? questionId : at + 1}: ${chosen} (${outcome})`)
  }
}

const usage = usages['answer-files']

try {
  const { values } = readArguments(usage, { options: { exam: { type: 'string' }, tenant: { type: 'string' }, show: { type: 'string' } } })
  const [tenantId, examId] = [readId(usage, 'tenant', values.tenant), readId(usage, 'exam', values.exam)]
  const env = readEnv()
  const { db, close } = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir })
  try {
    const files = await listAnswerFiles(db, { tenantId, examId, limit: 1000 })
    if (values.show === undefined) {
      for (const one of files) console.log(`${numberOf(one)}  ${one.file.receivedAt.toISOString()}  ${one.exam} (${one.examId})  ${one.learner} (${one.account})  ${one.file.answers.filter(({ outcome }) => outcome === 'late').length} late of ${one.file.answers.length}`)
      console.log(`${files.length} answer files. --show NUMBER shows the answers in one; no result is changed by any.`)
    } else {
      const found = files.find((one) => numberOf(one) === values.show?.toUpperCase())
      if (found === undefined) throw new UsageError(`There is no answer file ${values.show}.`)
      await show(db, found)
    }
  } finally {
    await close()
  }
} catch (fault) {
  endExplained(fault, 'The answer files could not be read')
}
