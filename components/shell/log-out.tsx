'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { tellSessionEnded } from '@/components/shell/session-line'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { notify } from '@/components/ui/notify'
import { Said } from '@/components/ui/said'
import { BffError } from '@/lib/queries/bff'
import { endSession } from '@/lib/queries/session'
import { routes } from '@/lib/routes'

type Props = { open: boolean; onClose: () => void; /** What has to be told while the session still lives. */ before?: (() => Promise<unknown>) | undefined; /** Logging out has failed after that: the learner stays. */ onStay?: (() => void) | undefined }

/** The question before logging out, and the act itself. */
export function LogOutDialog({ open, onClose, before, onStay }: Props) {
  const t = useTranslations('shell.logout')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const logOut = async () => {
    setBusy(true)
    setSaid(null)
    try {
      await before?.()
      await endSession()
    } catch (error) {
      if (!(error instanceof BffError && error.code === 'expired')) {
        setBusy(false)
        notify.error(t('failed'))
        setSaid(t('failed'))
        onStay?.()
        return
      }
    }
    tellSessionEnded()
    // Where the browser keeps the page as it stands, the way back would show a learner who is not there any more, under this question.
    addEventListener('pageshow', () => location.reload(), { once: true })
    location.assign(routes.login())
  }
  const close = () => {
    setSaid(null)
    onClose()
  }
  return <ConfirmDialog open={open} title={t('question')} danger busy={busy} busyLabel={t('leaving')} onConfirm={logOut} onCancel={close}>{said && <Said text={said} />}</ConfirmDialog>
}
