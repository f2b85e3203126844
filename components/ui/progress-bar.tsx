export type ProgressTone = 'brand' | 'ok' | 'bad'
const percentOf = (value: number) => Math.min(100, Math.max(0, Math.round(value)))

type Props = {
  /** 0 to 100. */
  percent: number
  /** What it measures, e.g. 学习进度. */
  label: string
  /** Done is green, failed red; a word says so nearby. */
  tone?: ProgressTone
  /** 8 high instead of 6. */
  hero?: boolean
}

/** A bar alone. */
export function ProgressBar({ percent, label, tone = 'brand', hero = false }: Props) {
  const value = percentOf(percent)
  const className = ['bar', tone !== 'brand' && tone, hero && 'bar-hero'].filter(Boolean).join(' ')
  return (
    <div className={className} role="progressbar" aria-valuenow={value} aria-valuemin={0} aria-valuemax={100} aria-label={label} style={{ '--v': `${value}%` }}>
      <i />
    </div>
  )
}

/** A bar under its name and figure. */
export function ProgressLine(props: Props) {
  return (
    <div>
      <div className="progress-line" aria-hidden="true"><span>{props.label}</span><b>{percentOf(props.percent)}%</b></div>
      <ProgressBar {...props} />
    </div>
  )
}
