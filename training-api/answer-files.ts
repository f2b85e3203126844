// `npm run answer-files [-- --exam 8001] [--tenant 82] [--show NUMBER]`: what learners handed in as answer files, for who examines.
// With the embedded database the training API must be stopped meanwhile: one process owns the folder.
import { usages } from '../scripts/lib/usages.mjs'
import { readArguments, readId, UsageError } from './arguments.ts'
import { openDatabase } from './db/client.ts'
import { readEnv } from './env.ts'
import { endExplained } from './explain.ts'
import { findAnswerFile, listAnswerFiles } from './queries/answer-files.ts'
import type { ListedAnswerFile } from './queries/answer-files.ts'
import { listPaperQuestions } from './queries/papers.ts'
import { answerFileNumber, readAnswerFileNumber } from './rules/answer-files.ts'
import type { Database } from './db/client.ts'

type Wanted = { tenantId: number | undefined; examId: number | undefined }

const numberOf = ({ fileId, contentHash }: { fileId: number; contentHash: string }) => answerFileNumber(fileId, contentHash)
const atOnce = 500
const letters = 'ABCDEFGHIJ'

async function list(db: Database, wanted: Wanted): Promise<void> {
  let listed = 0
  for (let after: ListedAnswerFile | undefined; ; ) {
    const files = await listAnswerFiles(db, { ...wanted, limit: atOnce, after })
    for (const one of files) console.log(`${numberOf(one)}  ${one.receivedAt.toISOString()}  ${one.exam} (${one.examId})  ${one.learner} (${one.account})  ${one.late} late of ${one.answers}`)
    listed += files.length
    after = files.at(-1)
    if (files.length < atOnce) break
  }
  console.log(`${listed} answer files. --show NUMBER shows the answers in one; no result is changed by any.`)
}

async function show(db: Database, wanted: Wanted & { typed: string }): Promise<void> {
  const number = readAnswerFileNumber(wanted.typed)
  const found = number === null ? undefined : await findAnswerFile(db, { ...wanted, number })
  if (found === undefined) throw new UsageError(`There is no answer file ${wanted.typed}.`)
  const { file } = found
  const questions = await listPaperQuestions(db, { tenantId: file.tenantId, paperId: found.paperId })
  console.log(`${numberOf(file)}: ${found.exam}, attempt ${found.attemptNumber} of ${found.learner} (${found.account})`)
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
    if (values.show === undefined) await list(db, { tenantId, examId })
    else await show(db, { tenantId, examId, typed: values.show })
  } finally {
    await close()
  }
} catch (fault) {
  endExplained(fault, 'The answer files could not be read')
}
