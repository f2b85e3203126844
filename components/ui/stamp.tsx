import { useTranslations } from 'next-intl'
import { stampFrames, type StampKind } from '@/components/ui/art/stamp-frames'

/** Wide letters count one, others a little over half: what fits between the rules of the stamp. */
function letterSize(word: string) {
  const width = [...word].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 1.08 : 0.62), 0)
  return Math.min(24, Math.floor(82 / width))
}

type Props = { kind: StampKind; /** 已通过, 未通过, 已过期 unless said otherwise, in the page's language. */ word?: string; size?: number; className?: string }

/** A verdict as a stamp; a picture with its word as name. */
export function Stamp({ kind, word, size = 104, className }: Props) {
  const t = useTranslations('ui.state')
  const text = word ?? t(kind)
  const letters = letterSize(text)
  return (
    <svg className={[`stamp stamp-${kind}`, className].filter(Boolean).join(' ')} viewBox="0 0 128 128" width={size} height={size} role="img" aria-label={text}>
      <g transform="rotate(-14 64 64)" fill="none" stroke="currentColor">
        {stampFrames[kind]}
        <text x="64" y={64 + letters * 0.36} textAnchor="middle" fontFamily="var(--font)" fontSize={letters} fontWeight="700" letterSpacing={letters === 24 ? 2 : 0} fill="currentColor" stroke="none">{text}</text>
      </g>
    </svg>
  )
}
