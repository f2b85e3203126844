import path from 'node:path'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { missing, refuse } from '../envelope.ts'
import { wireId } from '../params.ts'
import { findCourseware } from '../queries/courseware.ts'
import { messages } from '../rules/messages.ts'
import { PackageRefused, packagePlace } from '../rules/packages.ts'

/** X14: what the manifest of a courseware package says, so that it can be launched (extensions.md). */
export function bindCourseware(api: Api, { db, mediaFolder, packages, log }: ApiContext): void {
  api.learner('GET', '/train/web/getCoursewarePackage', { resourceId: wireId }, async (caller, { resourceId }) => {
    const resource = await findCourseware(db, { tenantId: caller.tenantId, resourceId })
    const place = packagePlace(resource?.packageUrl ?? null)
    if (place === null) throw missing()
    try {
      const stored = await packages.open(path.join(mediaFolder, place.zip))
      if (stored === null) throw missing()
      const { standard, title, choice, flow, items } = stored.manifest
      return { standard, title, choice, flow, rootUrl: place.rootUrl, itemList: items }
    } catch (fault) {
      if (!(fault instanceof PackageRefused)) throw fault
      log.warn({ resourceId, fault: fault.message }, 'a courseware package was refused')
      return refuse(messages.packageRefused, { reason: fault.fault })
    }
  })
}
