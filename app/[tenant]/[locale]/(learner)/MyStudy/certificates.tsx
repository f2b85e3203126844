import { getNow } from 'next-intl/server'
import { MyCertificates } from '@/components/certificates/my-certificates'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireAsking } from '@/lib/request/learner'
import { originOf } from '@/lib/request/origin'
import { settle } from '@/lib/request/settle'
import { routes } from '@/lib/routes'
import { listCertificates } from '@/lib/training/certificates'

/** My certificates in the personal centre. */
export async function CertificatesView() {
  const { learner, tenant } = await requireAsking()
  const years = await settle(listCertificates(learner))
  const origin = originOf(tenant)
  return (
    <Messages areas={['certificates']}>
      <MyCertificates years={years} now={(await getNow()).getTime()} checkUrlOf={({ checkCode }) => checkCode && origin + routes.certificate(checkCode)} />
    </Messages>
  )
}
