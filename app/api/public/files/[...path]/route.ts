import { fileOf } from '@/lib/request/file'
import { filePathInput } from '@/lib/domain/files-input'
import { publicDoor } from '@/lib/request/door'

/** A file for everybody: logos, covers, attachments of notices. */
export const GET = (request: Request, context: { params: Promise<{ path: string[] }> }) =>
  publicDoor(filePathInput, (visitor, { path }) => fileOf(request, visitor, path, true))(request, context)
export const HEAD = GET
