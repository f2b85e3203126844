import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { Card } from '@/components/ui/card'
import { Cover } from '@/components/ui/cover'
import { ProgressLine, type ProgressTone } from '@/components/ui/progress-bar'
import { Tag, type Tone } from '@/components/ui/tag'
import { cardAction, cardBadge, type StudyCardFacts } from '@/lib/domain/cards'

const badges: Record<NonNullable<ReturnType<typeof cardBadge>>, { tone: Tone; icon: LucideIcon; bar: ProgressTone }> = {
  completed: { tone: 'success', icon: CircleCheck, bar: 'ok' },
  failed: { tone: 'danger', icon: CircleX, bar: 'bad' },
  expired: { tone: 'neutral', icon: Clock, bar: 'brand' },
}

type Props = {
  card: StudyCardFacts
  /** The link around the name: a course asks first, a plan does not. */
  link: (name: string, lang: string | undefined) => ReactNode
  /** One line at the foot of the cover. */
  note?: ReactNode
  /** Of the first row of a page: its picture is not waited for. */
  eager?: boolean
}

/** A course or plan of mine: cover, name, company, how far one is, and what pressing it offers. */
export function StudyCard({ card, link, note, eager = false }: Props) {
  const t = useTranslations('cards')
  const langOf = usePlatformLang()
  const state = cardBadge(card.state)
  const badge = state && badges[state]
  const { words } = card.cover
  return (
    <Card
      heading="h2"
      title={card.name}
      link={link(card.name, langOf(card.name))}
      meta={<PlatformText>{card.companyName}</PlatformText>}
      cover={
        <Cover
          src={card.cover.pictureUrl}
          title={words?.title}
          subtitle={words?.subtitle}
          lang={words ? langOf(words.title + words.subtitle) : undefined}
          badge={badge && <Tag tone={badge.tone} corner icon={<badge.icon className="i i-16" />}>{t(state)}</Tag>}
          note={note}
          action={t(cardAction(card.state))}
          eager={eager}
        />
      }
      foot={<ProgressLine percent={card.progressPercent} label={t('progress')} tone={badge?.bar ?? 'brand'} />}
    />
  )
}
