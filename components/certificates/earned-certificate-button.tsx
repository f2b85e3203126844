'use client'

import { Award } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { CheckableCertificate } from '@/lib/domain/certificates'

// Only a press opens it: with a boundary of its own, so that nothing else vanishes while it loads.
const CertificateDialog = dynamic(() => import('@/components/certificates/certificate-dialog'), { ssr: false })

/** Shows a certificate as it is printed. */
export function EarnedCertificateButton({ certificate, checkUrl }: CheckableCertificate) {
  const t = useTranslations('certificates')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="large" icon={<Icon of={Award} className="i" />} aria-haspopup="dialog" onClick={() => setOpen(true)}>{t('earned')}</Button>
      {open && <CertificateDialog certificate={certificate} checkUrl={checkUrl} onClose={() => setOpen(false)} />}
    </>
  )
}
