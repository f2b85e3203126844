import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { wireTime } from '../envelope.ts'
import { wireText } from '../params.ts'
import { findByCheckCode, listCertificates } from '../queries/certificates.ts'
import { isValid } from '../rules/certificates.ts'
import { certificateShape, printedShape } from './reports.ts'

/** T1, X8: a learner's certificates by year, and one certificate by its check code (contract 4.15). */
export function bindCertificates(api: Api, { db, clock }: ApiContext): void {
  api.learner('GET', '/train/app/plan/getMyClassCertificate', {}, async (caller) => {
    const years = Map.groupBy(await listCertificates(db, caller), ({ obtainedAt }) => wireTime(obtainedAt).slice(0, 4))
    return [...years].map(([yearTime, list]) => ({ yearTime, appClassCertificateDtoList: list.map(certificateShape) }))
  })

  api.visitor('GET', '/train/web/getCertificateByCheckCode', { checkCode: wireText }, async ({ tenantId }, { checkCode }) => {
    const found = await findByCheckCode(db, { tenantId, checkCode })
    return found && { ...printedShape(found), status: isValid(found, clock.now()) ? 'valid' : 'expired' }
  })
}
