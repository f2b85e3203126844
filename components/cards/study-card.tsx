import { Circle, CircleCheck, CircleX, Clock, type IconNode } from 'lucide'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { StudyFacts } from '@/components/cards/study-facts'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { halfDisc } from '@/components/ui/art/half-disc'
import { Card } from '@/components/ui/card'
import { Cover } from '@/components/ui/cover'
import { Icon } from '@/components/ui/icon'
import { ProgressLine, type ProgressTone } from '@/components/ui/progress-bar'
import { Tag, type Tone } from '@/components/ui/tag'
import { cardAction, cardBadge, type CardBadge, type StudyCardFacts } from '@/lib/domain/cards'

const badges: Record<CardBadge, { tone: Tone; icon: IconNode; bar: ProgressTone }> = {
  none: { tone: 'neutral', icon: Circle, bar: 'brand' },
  learning: { tone: 'brand', icon: halfDisc, bar: 'brand' },
  completed: { tone: 'success', icon: CircleCheck, bar: 'ok' },
  failed: { tone: 'danger', icon: CircleX, bar: 'bad' },
  expired: { tone: 'neutral', icon: Clock, bar: 'brand' },
}

type Props = {
  card: StudyCardFacts
  /** The link around the name: a course asks first, a plan does not. */
  link: (name: string, lang: string | undefined) => ReactNode
  /** In libraries: every state as a badge, and hours, credits, participants and rating instead of progress. */
  inLibrary?: boolean
  /** One line at the foot of the cover. */
  note?: ReactNode
  /** Of the first row of a page: its picture is not waited for. */
  eager?: boolean
}

/** A course or plan: cover, name, company, how far one is or what it is, and what pressing it offers. */
export function StudyCard({ card, link, inLibrary = false, note, eager = false }: Props) {
  const t = useTranslations('cards')
  const langOf = usePlatformLang()
  const state = cardBadge(card.state, inLibrary)
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
          badge={badge && <Tag tone={badge.tone} corner icon={<Icon of={badge.icon} className="i i-16" />}>{t(state)}</Tag>}
          note={note}
          action={t(cardAction(card.state))}
          eager={eager}
        />
      }
      foot={inLibrary ? <StudyFacts facts={card} /> : <ProgressLine percent={card.progressPercent} label={t('progress')} tone={badge?.bar ?? 'brand'} />}
    />
  )
}
