import { noticeIdInput } from '@/lib/domain/notices-input'
import { publicDoor } from '@/lib/request/door'
import { countNoticeRead } from '@/lib/training/notices'

/** Counts that somebody has opened a notice. */
export const POST = publicDoor(noticeIdInput, async (visitor, notice) => {
  await countNoticeRead(visitor, notice)
  return { counted: true }
})
