'use client'

import { Download, ShieldCheck } from 'lucide'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { CertificatePaper } from '@/components/certificates/certificate-paper'
import { useLeadAway } from '@/components/shell/lead-away'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Dialog } from '@/components/ui/dialog'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { Said } from '@/components/ui/said'
import type { Certificate } from '@/lib/domain/certificates'
import { BffError } from '@/lib/queries/bff'
import { downloadCertificate } from '@/lib/queries/certificates'
import styles from './certificates.module.css'

type Props = { certificate: Certificate; checkUrl: string | null; onClose: () => void }

/** One certificate as it is printed, to be saved and to be checked by anybody. */
export default function CertificateDialog({ certificate, checkUrl, onClose }: Props) {
  const t = useTranslations('certificates')
  const wordsOf = useWordsOfError()
  const leadAway = useLeadAway()
  const [isSaving, setSaving] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const save = async () => {
    setSaving(true)
    setSaid(null)
    try {
      await downloadCertificate(certificate.id)
    } catch (error) {
      if (!leadAway(error)) {
        const text = error instanceof BffError && ['busy', 'timeout', 'rejected'].includes(error.code) ? wordsOf(error) : t('pdfFailed')
        notify.error(text)
        setSaid(text)
      }
    }
    setSaving(false)
  }
  return (
    <Dialog
      open
      wide
      title={t('detail')}
      onClose={onClose}
      actions={
        <div className={styles.actions}>
          {checkUrl && <ButtonLink href={checkUrl} target="_blank" icon={<Icon of={ShieldCheck} className="i i-16" />}>{t('check')}</ButtonLink>}
          <Button icon={<Icon of={Download} className="i i-16" />} busy={isSaving} busyLabel={t('pdfBusy')} onClick={() => void save()}>{t('pdf')}</Button>
          <Button look="primary" onClick={onClose}>{t('ok')}</Button>
        </div>
      }
    >
      <CertificatePaper certificate={certificate} checkUrl={checkUrl} />
      <Said text={said} />
    </Dialog>
  )
}
