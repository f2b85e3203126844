import { fileOf } from '@/lib/request/file'
import { filePathInput } from '@/lib/domain/files-input'
import { learnerDoor } from '@/lib/request/door'

/** A file for learners: videos, documents. */
export const GET = (request: Request, context: { params: Promise<{ path: string[] }> }) =>
  learnerDoor(filePathInput, (learner, { path }) => fileOf(request, learner, path, false))(request, context)
export const HEAD = GET
