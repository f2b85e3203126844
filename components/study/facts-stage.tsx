'use client'

import { FileX2 } from 'lucide'
import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { StageWord } from '@/components/study/stage-word'
import type { StageProps } from '@/components/study/stage-props'
import { StateMark } from '@/components/ui/state-mark'

/** A section without anything to open: what it is, how long, how it stands, and that its file is missing. */
export function FactsStage({ stop, title, text }: Pick<StageProps, 'stop'> & { title?: string; text?: string }) {
  const t = useTranslations('study')
  const catalogue = useTranslations('catalogue')
  return (
    <StageWord
      icon={FileX2}
      title={title ?? t('stage.missing')}
      text={text ?? t('stage.missingText')}
      facts={
        <>
          <span><PlatformText>{stop.name}</PlatformText></span>
          <span>{catalogue(`kinds.${stop.kind}`)}</span>
          {stop.section && stop.section.minutes > 0 && <span className="num">{catalogue('minutes', { minutes: stop.section.minutes })}</span>}
          <StateMark state={stop.state} />
        </>
      }
    />
  )
}
