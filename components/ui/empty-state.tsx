import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EmptyCase } from '@/components/ui/art/empty-case'
import { ButtonLink } from '@/components/ui/button-link'

type Props = { /** 空空如也 unless said otherwise. */ title?: string; /** One line: what would be here. */ text?: string; /** The next useful step. */ action?: { href: string; label: string }; /** A button instead of a link. */ children?: ReactNode; /** In a side panel: smaller. */ compact?: boolean }

/** A view without content. */
export function EmptyState({ title, text, action, children, compact = false }: Props) {
  const t = useTranslations('ui.empty')
  return (
    <div className={compact ? 'empty empty-compact' : 'empty'}>
      <EmptyCase />
      <p className="h3">{title ?? t('title')}</p>
      {text && <p className="muted">{text}</p>}
      {action && <ButtonLink href={action.href}>{action.label}</ButtonLink>}
      {children}
    </div>
  )
}
