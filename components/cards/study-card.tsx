import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { Cover } from '@/components/ui/cover'
import { ProgressLine, type ProgressTone } from '@/components/ui/progress-bar'
import { Tag, type Tone } from '@/components/ui/tag'
import { cardAction, cardBadge, type StudyCardFacts } from '@/lib/domain/cards'
import type { Locale } from '@/lib/domain/locale'
import { langAttribute } from '@/lib/domain/text-language'

const badges: Record<NonNullable<ReturnType<typeof cardBadge>>, { tone: Tone; icon: LucideIcon; bar: ProgressTone }> = {
  completed: { tone: 'success', icon: CircleCheck, bar: 'ok' },
  failed: { tone: 'danger', icon: CircleX, bar: 'bad' },
  expired: { tone: 'neutral', icon: Clock, bar: 'brand' },
}

type Props = {
  card: StudyCardFacts
  /** The link around the name: a course asks first, a plan does not. */
  link: (name: string, lang: string | undefined) => ReactNode
  /** Of the first row of a page: its picture is not waited for. */
  eager?: boolean
}

/** A course or plan of mine: cover, name, company, how far one is, and what pressing it offers. */
export function StudyCard({ card, link, eager = false }: Props) {
  const t = useTranslations('cards')
  const locale = useLocale() as Locale
  const state = cardBadge(card.state)
  const badge = state && badges[state]
  const { words } = card.cover
  const lang = langAttribute(card.name, locale)
  const companyLang = langAttribute(card.companyName, locale)
  return (
    <Card
      heading="h2"
      title={card.name}
      link={link(card.name, lang)}
      meta={<span lang={companyLang}>{card.companyName}</span>}
      cover={
        <Cover
          src={card.cover.pictureUrl}
          title={words?.title}
          subtitle={words?.subtitle}
          lang={words ? langAttribute(words.title + words.subtitle, locale) : undefined}
          badge={badge && <Tag tone={badge.tone} corner icon={<badge.icon className="i i-16" />}>{t(state)}</Tag>}
          action={t(cardAction(card.state))}
          eager={eager}
        />
      }
      foot={<ProgressLine percent={card.progressPercent} label={t('progress')} tone={badge?.bar ?? 'brand'} />}
    />
  )
}
