'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { tellSessionEnded } from '@/components/shell/session-end'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { notify } from '@/components/ui/notify'
import { bff, BffError } from '@/lib/queries/bff'
import { routes } from '@/lib/routes'

/** The question before logging out, and the act itself. */
export function LogOutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('shell.logout')
  const [busy, setBusy] = useState(false)
  const logOut = async () => {
    setBusy(true)
    try {
      await bff.post('session/end')
    } catch (error) {
      if (!(error instanceof BffError && error.code === 'expired')) {
        setBusy(false)
        notify.error(t('failed'))
        return
      }
    }
    tellSessionEnded()
    location.assign(routes.login())
  }
  return <ConfirmDialog open={open} title={t('question')} danger busy={busy} onConfirm={logOut} onCancel={onClose} />
}
