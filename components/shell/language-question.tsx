'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { isWebReached } from '@/components/shell/web-reached'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Said } from '@/components/ui/said'
import type { Locale } from '@/lib/domain/locale'
import { setLanguage } from '@/lib/i18n/switch-language'

/** After so long the page has gone, or stays. */
const STAYED_MS = 2_000

/** The question before another language, which comes by reading the page anew: not while the web is away, when page and place would be lost. */
export default function LanguageQuestion({ wanted, onCancel }: { wanted: Locale; onCancel: () => void }) {
  const t = useTranslations('shell.language')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const change = async () => {
    setBusy(true)
    setSaid(null)
    if (!(await isWebReached())) {
      setBusy(false)
      return setSaid(t('notReached'))
    }
    setLanguage(wanted)
    // Whoever would lose something by leaving is asked by the browser, and may stay.
    setTimeout(() => setBusy(false), STAYED_MS)
  }
  return (
    <ConfirmDialog open title={t('question')} busy={busy} busyLabel={t('changing')} onCancel={onCancel} onConfirm={() => void change()}>
      {t('text', { language: t(`names.${wanted}`) })}
      <Said text={said} />
    </ConfirmDialog>
  )
}
