import { getTranslations } from 'next-intl/server'
import { certificatePdf } from '@/components/certificates/pdf/certificate-pdf'
import { sheetOf } from '@/lib/domain/certificate-sheet'
import { certificateWords, localDay } from '@/lib/domain/certificates'
import { certificateIdInput } from '@/lib/domain/certificates-input'
import { qrPath } from '@/lib/domain/qr'
import { tenantTokens } from '@/lib/domain/tenant-colour'
import { attachmentNamed } from '@/lib/request/attachment'
import { checkUrlOf } from '@/lib/request/check-url'
import { learnerDoor, problem } from '@/lib/request/door'
import { spend } from '@/lib/request/limits'
import { pictureOf } from '@/lib/request/picture'
import { getCertificate } from '@/lib/training/certificates'

/** One of my certificates as a PDF. */
export const GET = learnerDoor(certificateIdInput, async (learner, { id }, { tenant }) => {
  const certificate = await getCertificate(learner, id)
  if (!certificate) return problem('missing')
  await spend('pdfsOfLearner', learner.tenantId, learner.id)
  const { locale } = learner
  const t = await getTranslations({ locale, namespace: 'certificates' })
  const checkUrl = checkUrlOf(tenant, certificate)
  const sheet = sheetOf(certificate, certificateWords(certificate, t, localDay))
  const pdf = await certificatePdf({ sheet, code: checkUrl ? qrPath(checkUrl) : null, logo: await pictureOf(learner.tenantId, certificate.logoUrl, 256), title: certificate.name, author: certificate.issuer, tokens: tenantTokens(tenant.colour), locale })
  return new Response(new Uint8Array(pdf), { headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': attachmentNamed(`${certificate.number || id}.pdf`), 'Cache-Control': 'private, no-store' } })
})
