'use client'

import { Download } from 'lucide'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { useLeadAway } from '@/components/shell/lead-away'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { Said } from '@/components/ui/said'
import { downloadRecord } from '@/lib/queries/account'
import { BffError } from '@/lib/queries/bff'
import styles from './profile.module.css'

/** The learner's own record as one file. */
export function RecordSection() {
  const t = useTranslations('profile.record')
  const wordsOf = useWordsOfError()
  const leadAway = useLeadAway()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const download = async () => {
    setBusy(true)
    setSaid(null)
    try {
      await downloadRecord()
    } catch (error) {
      if (leadAway(error)) return
      const text = error instanceof BffError && error.code === 'busy' ? wordsOf(error) : t('failed')
      notify.error(text)
      setSaid(text)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={styles.act}>
        <p className="muted">{t('text')}</p>
        <Button icon={<Icon of={Download} className="i" />} busy={busy} busyLabel={t('preparing')} onClick={download}>{t('download')}</Button>
      </div>
      <Said text={said} />
    </>
  )
}
