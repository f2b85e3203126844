'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, type Busy } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type Props = {
  open: boolean
  /** The question itself. */
  title: string
  children?: ReactNode
  /** 确定 unless said otherwise. */
  confirmLabel?: string
  /** 取消 unless said otherwise. */
  cancelLabel?: string
  /** For final acts. */
  danger?: boolean
  onConfirm: () => void
  onCancel: () => void
} & Busy

/** A question with two answers; the safe one has the focus when the act is final. */
export function ConfirmDialog({ open, title, children, confirmLabel, cancelLabel, danger = false, busy = false, busyLabel = '', onConfirm, onCancel }: Props) {
  const t = useTranslations('ui.dialog')
  // What is under way is not called back by leaving the question, behind which everything could be changed meanwhile.
  const leave = () => {
    if (!busy) onCancel()
  }
  return (
    <Dialog
      open={open}
      question
      title={title}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave} disabled={busy} data-autofocus={danger || undefined}>{cancelLabel ?? t('cancel')}</Button>
          <Button look={danger ? 'danger' : 'primary'} busy={busy} busyLabel={busyLabel} onClick={onConfirm} data-autofocus={!danger || undefined}>{confirmLabel ?? t('confirm')}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
