import { siteFileInput } from '@/lib/domain/site-input'
import { problem, publicDoor } from '@/lib/request/door'
import { siteFileOf } from '@/lib/request/site-file'
import { isSiteFile } from '@/lib/routes'

/** What programs look for at the top of a domain; middleware leads them here. */
export const GET = publicDoor(siteFileInput, async (_visitor, { file }, tenant) => {
  const path = `/${file.join('/')}`
  return (isSiteFile(path) ? await siteFileOf(tenant, path) : null) ?? problem('missing')
})
export const HEAD = GET
