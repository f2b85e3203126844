import { and, asc, desc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { certificates } from '../db/schema/certificates.ts'
import type { GrantedCertificate } from './certificate-grants.ts'
import type { Who } from './who.ts'

/** The certificates of a learner, newest first. */
export async function listCertificates(db: Db, { tenantId, userId }: Who): Promise<GrantedCertificate[]> {
  return db
    .select()
    .from(certificates)
    .where(and(eq(certificates.tenantId, tenantId), eq(certificates.learnerId, userId)))
    .orderBy(desc(certificates.obtainedAt), asc(certificates.certificateId))
}

/** The certificate of a tenant that this check code opens; null when there is none. */
export async function findByCheckCode(db: Db, { tenantId, checkCode }: { tenantId: number; checkCode: string }): Promise<GrantedCertificate | null> {
  const [found] = await db.select().from(certificates).where(and(eq(certificates.tenantId, tenantId), eq(certificates.checkCode, checkCode)))
  return found ?? null
}
