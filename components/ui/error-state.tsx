'use client'

import { RefreshCw, TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

type Props = {
  /** What failed, in people's words. */
  title: string
  /** What still works; 页面其他部分可以继续使用 unless said otherwise. */
  text?: string
  /** What Retry does; without it the page is read again. */
  onRetry?: () => void
  retrying?: boolean
}

/** A part that failed, inside its own panel; the rest of the page keeps working. */
export function ErrorState({ title, text, onRetry, retrying = false }: Props) {
  const t = useTranslations('ui.error')
  const router = useRouter()
  const [reading, read] = useTransition()
  return (
    <div className="errbox" role="alert">
      <Icon of={TriangleAlert} className="i" />
      <p className="h3">{title}</p>
      <p className="muted">{text ?? t('text')}</p>
      <Button icon={<Icon of={RefreshCw} className="i" />} busy={retrying || reading} onClick={onRetry ?? (() => read(() => router.refresh()))}>{t('retry')}</Button>
    </div>
  )
}
