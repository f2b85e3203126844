import type { ProgressTone } from '@/components/ui/progress-bar'

type Props = { /** 0 to 100. */ percent: number; /** e.g. 完成 62%. */ label: string; size?: number; tone?: ProgressTone; /** Inside, instead of the per cent. */ figure?: string }

const around = 2 * Math.PI * 21

/** A ring of 48 to 56 with its figure inside, larger where it is the figure of the page; nothing done shows the bare track. */
export function ProgressRing({ percent, label, size = 52, tone = 'brand', figure }: Props) {
  const value = Math.min(100, Math.max(0, Math.round(percent)))
  return (
    <div className={['ring', tone !== 'brand' && tone, size >= 72 && 'ring-large'].filter(Boolean).join(' ')} style={{ '--size': `${size}px` }} role="img" aria-label={label}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="21" />
        {value > 0 && <circle cx="24" cy="24" r="21" strokeDasharray={`${((around * value) / 100).toFixed(1)} ${around.toFixed(1)}`} />}
      </svg>
      <span>{figure ?? `${value}%`}</span>
    </div>
  )
}
