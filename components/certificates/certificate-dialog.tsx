'use client'

import { Download, ShieldCheck } from 'lucide'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { CertificatePaper } from '@/components/certificates/certificate-paper'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Dialog } from '@/components/ui/dialog'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import type { Certificate } from '@/lib/domain/certificates'
import { certificatePdf } from '@/lib/queries/certificates'
import styles from './certificates.module.css'

type Props = { certificate: Certificate; checkUrl: string | null; onClose: () => void }

/** One certificate as it is printed, to be saved and to be checked by anybody. */
export default function CertificateDialog({ certificate, checkUrl, onClose }: Props) {
  const t = useTranslations('certificates')
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const file = await certificatePdf(certificate.id)
      const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: `${certificate.number || certificate.id}.pdf` })
      link.click()
      // The browser reads the file after this turn.
      window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    } catch {
      notify.error(t('pdfFailed'))
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
    </Dialog>
  )
}
