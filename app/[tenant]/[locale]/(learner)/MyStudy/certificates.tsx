import { getNow } from 'next-intl/server'
import { MyCertificates } from '@/components/certificates/my-certificates'
import { Messages } from '@/lib/i18n/messages-provider'
import { checkUrlOf } from '@/lib/request/check-url'
import { requireAsking } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { listCertificates } from '@/lib/training/certificates'

/** My certificates in the personal centre. */
export async function CertificatesView() {
  const { learner, tenant } = await requireAsking()
  const years = await settle(listCertificates(learner))
  return (
    <Messages areas={['certificates']}>
      <MyCertificates years={years} now={(await getNow()).getTime()} checkUrlOf={(certificate) => checkUrlOf(tenant, certificate)} />
    </Messages>
  )
}
