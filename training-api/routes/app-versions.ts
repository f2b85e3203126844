import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { wireInt } from '../params.ts'
import { findAppVersion } from '../queries/app-versions.ts'

/** `type` of a version: which client, for which system (contract 2.1). */
const kinds = {
  1: { client: 'main', system: 'android' },
  2: { client: 'main', system: 'ios' },
  3: { client: 'simulationB', system: 'android' },
  4: { client: 'simulationB', system: 'ios' },
  5: { client: 'simulationA', system: 'android' },
  6: { client: 'simulationA', system: 'ios' },
} as const

/** A1: the newest version of a client, for anybody (contract 4.15). */
export function bindAppVersions(api: Api, { db }: ApiContext): void {
  api.visitor('GET', '/train/version/find', { type: wireInt.pipe(z.literal([1, 2, 3, 4, 5, 6])) }, async ({ tenantId }, { type }) => {
    const version = await findAppVersion(db, { tenantId, ...kinds[type] })
    return version && { code: version.code, content: version.content, downloadUrl: version.downloadUrl }
  })
}
