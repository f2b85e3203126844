import { expect, it, vi } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { startAttempt } from '@/lib/training/attempts'
import { unlockSection } from '@/lib/training/enrolment'
import { countUnreadMessages, markMessageRead } from '@/lib/training/messages'
import { deleteNote } from '@/lib/training/notes'
import type { Exchange } from '@/lib/training/transport'

const calls = vi.hoisted((): { path: string; isWrite: boolean }[] => [])
vi.mock('@/lib/training/transport', async (original) => ({
  ...(await original<object>()),
  exchange: async (url: string, { isWrite = false }: Exchange) => {
    calls.push({ path: new URL(url).pathname.split('/').at(-1)!, isWrite })
    return { status: 200, ok: true, text: '{"code":0,"data":null}' }
  },
}))

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })

it('what is a GET on the wire and yet writes is told from what reads', async () => {
  await deleteNote(learner, { id: '1' })
  await markMessageRead(learner, { id: '1' })
  await unlockSection(learner, { sectionRecordId: '1' } as never)
  // On a platform that knows no intentId it may begin a second attempt.
  await startAttempt(learner, { place: { origin: 'standalone', examId: '1', paperId: '2' } as never, intentId: 'x', attemptId: null }).catch(() => undefined)
  await countUnreadMessages(learner)
  expect(calls.filter(({ isWrite }) => isWrite).map(({ path }) => path)).toEqual(['updateNoteDelFlagById', 'updateMessageUserStatus', 'updateClassRecordSectionKnityn', 'startAnswer'])
  expect(calls.at(-1)).toEqual({ path: 'getMessageSendCount', isWrite: false })
})
