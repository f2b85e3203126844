import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { certificates, certificateTemplates } from '../db/schema/certificates.ts'
import { learners } from '../db/schema/learners.ts'
import { wireDate } from '../envelope.ts'
import type { Who } from './who.ts'

export type GrantedCertificate = typeof certificates.$inferSelect

/** The certificate for a course or plan just passed; null when the learner has it already or the template is gone. */
export async function grantCertificate(
  tx: Db,
  { tenantId, userId, kind, contentId, title, templateId, now }: Who & { kind: 'course' | 'plan'; contentId: number; title: string; templateId: number; now: Date },
): Promise<GrantedCertificate | null> {
  const [template] = await tx
    .select()
    .from(certificateTemplates)
    .where(and(eq(certificateTemplates.tenantId, tenantId), eq(certificateTemplates.templateId, templateId)))
  const [learner] = await tx
    .select({ name: learners.name, workNumber: learners.workNumber })
    .from(learners)
    .where(and(eq(learners.tenantId, tenantId), eq(learners.learnerId, userId)))
  if (template === undefined || learner === undefined) return null
  const certificateId = newId()
  const [granted] = await tx
    .insert(certificates)
    .values({
      tenantId,
      certificateId,
      learnerId: userId,
      contentKind: kind,
      contentId,
      name: title,
      layout: template.layout,
      validity: template.validity,
      months: template.months,
      validUntil: template.validUntil,
      issuer: template.issuer,
      logoUrl: template.logoUrl,
      learnerName: learner.name,
      workNumber: learner.workNumber,
      number: `${template.numberPrefix}-${wireDate(now).slice(0, 4)}-${certificateId}`,
      checkCode: randomBytes(18).toString('base64url'),
      obtainedAt: now,
    })
    .onConflictDoNothing({ target: [certificates.tenantId, certificates.learnerId, certificates.contentKind, certificates.contentId] })
    .returning()
  return granted ?? null
}
