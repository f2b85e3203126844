import 'server-only'
import { z } from 'zod'
import type { AppClient, AppOffer, AppSystem, AppVersion } from '@/lib/domain/downloads'
import type { Visitor } from '@/lib/domain/learner'
import { safeHref } from '@/lib/domain/links'
import { training } from './client'
import { TrainingError } from './errors'
import { wirePublicFile } from './files'
import { wireTextMaybe } from './wire'

/** `type` of a version (contract 2.1). */
const typeOf: Record<AppClient, Record<AppSystem, number>> = {
  main: { android: 1, ios: 2 },
  simulationA: { android: 5, ios: 6 },
  simulationB: { android: 3, ios: 4 },
}

// Stores and package servers lie on hosts of their own, which are only linked to; anything else is a file of the platform.
const address = wireTextMaybe.transform((url) => wirePublicFile.parse(url) ?? (url && /^https?:/i.test(url.trim()) ? safeHref(url) : null))
// What is no version at all ([], a text) tells of none; a reply that is no answer of the platform is a failure.
const version = z.object({ code: wireTextMaybe, content: wireTextMaybe, downloadUrl: address }).nullable().catch(null)
  .transform((wire): AppVersion | null => (wire?.code ? { code: wire.code, content: wire.content, url: wire.downloadUrl } : null))

/** The newest version of an app for both systems (A1); null where the platform has none, or tells visitors of none. */
export async function getAppOffer(visitor: Visitor, client: AppClient): Promise<AppOffer> {
  const find = (system: AppSystem) =>
    training.get(visitor, 'train/version/find', { type: typeOf[client][system] }, version).catch((error: unknown) => {
      if (error instanceof TrainingError && ['missing', 'rejected', 'expired', 'forbidden'].includes(error.code)) return null
      throw error
    })
  const [android, ios] = await Promise.all([find('android'), find('ios')])
  return { android, ios }
}
