import { useTranslations } from 'next-intl'
import { Tag, type Tone } from '@/components/ui/tag'
import type { NoticeSummary } from '@/lib/domain/notices'

const tones: Record<NoticeSummary['kind'], Tone> = { news: 'brand', announcement: 'warning', processUpdate: 'info', unknown: 'neutral' }

/** What kind of notice it is. */
export function NoticeKindTag({ kind }: { kind: NoticeSummary['kind'] }) {
  const t = useTranslations('notices')
  return <Tag tone={tones[kind]}>{t(kind)}</Tag>
}
