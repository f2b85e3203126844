import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { answerFiles } from '../db/schema/answer-files.ts'
import { attempts } from '../db/schema/attempts.ts'
import { withTx } from '../db/tx.ts'
import { keepAnswerFile } from '../queries/answer-files.ts'
import { exams, sit } from './exam-world.ts'
import { onServer } from './meeting.ts'
import { startTestApi, testMoment } from './support.ts'
import { whileAnotherIsOpen } from './two-at-once.ts'

test.runIf(onServer)('of two answer files at once the second is one too many when the first was the last that may be', async () => {
  const api = await startTestApi({ seed: true })
  const learner = await api.loginAs('learner142', 82)
  const { instanceId } = await sit(api, learner, exams.quick, 0)
  const [attempt] = await api.db.select().from(attempts).where(eq(attempts.attemptId, instanceId))
  const file = (contentHash: string) => ({ contentHash, sealed: false, madeAt: testMoment, learnerId: learner.userId, attemptId: instanceId, answerId: attempt!.answerId, changes: [] })
  const keep = (contentHash: string) => withTx(api.db, (tx) => keepAnswerFile(tx, { attempt: attempt!, file: file(contentHash), original: contentHash, now: testMoment }))
  for (let n = 1; n < 20; n += 1) expect(await keep(`${n}`)).not.toBe('full')
  const second = await whileAnotherIsOpen(api, (tx) => keepAnswerFile(tx, { attempt: attempt!, file: file('20'), original: '20', now: testMoment }), () => keep('21'))
  expect(second).toBe('full')
  expect(await api.db.select().from(answerFiles).where(eq(answerFiles.attemptId, instanceId))).toHaveLength(20)
  await api.close()
})
