'use client'

import { CircleAlert, CircleCheck, CircleDashed, CircleX, type IconNode } from 'lucide'
import { useTranslations } from 'next-intl'
import { CLOCK_SLACK_MS, SLOW_MS, type DeviceState } from '@/components/exams/device-check'
import styles from '@/components/exams/exams.module.css'
import { useExamWords } from '@/components/exams/moments'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

type Tone = 'wait' | 'ok' | 'warn' | 'bad'
const icons: Record<Tone, IconNode> = { wait: CircleDashed, ok: CircleCheck, warn: CircleAlert, bad: CircleX }

function Line({ tone, name, text }: { tone: Tone; name: string; text: string }) {
  const icon = icons[tone]
  return <li className={tone === 'wait' ? undefined : styles[tone]}><Icon of={icon} className="i i-18" aria-hidden="true" /><span><b>{name}</b> {text}</span></li>
}

type Props = {
  device: DeviceState | null
  /** Whether answers are kept on this device; those of a simulation are its own business. */
  keepsAnswers: boolean
  /** When the session ends, where that may be before the paper does: an ISO moment. */
  loginEndsAt: string | null
  onAgain: () => void
}

/** What the check of this device found. */
export function DeviceList({ device, keepsAnswers, loginEndsAt, onAgain }: Props) {
  const t = useTranslations('exams.start')
  const { moment } = useExamWords()
  const offset = device?.offsetMs ?? null
  const trip = device?.tripMs ?? null
  const clock: [Tone, string] = offset === null ? ['bad', t('clockCheck.bad')] : Math.abs(offset) > CLOCK_SLACK_MS ? ['warn', t('clockCheck.off', { seconds: Math.round(Math.abs(offset) / 1000) })] : ['ok', t('clockCheck.ok')]
  const connection: [Tone, string] = trip === null ? ['bad', t('connection.bad')] : trip > SLOW_MS ? ['warn', t('connection.slow', { ms: trip })] : ['ok', t('connection.ok', { ms: trip })]
  const waiting: [Tone, string] = ['wait', t('checking')]
  const [clockTone, clockText] = device ? clock : waiting
  const [tripTone, tripText] = device ? connection : waiting
  return (
    <section className={styles.device} aria-label={t('device')}>
      <div className={styles.deviceHead}>
        <h3 className="h3">{t('device')}</h3>
        <Button look="ghost" busy={device === null} busyLabel={t('checking')} onClick={onAgain}>{t('again')}</Button>
      </div>
      <ul className={styles.rules} role="list" aria-live="polite">
        {keepsAnswers && <Line tone={device ? (device.storage === 'ok' ? 'ok' : 'bad') : 'wait'} name={t('storage.name')} text={device ? t(`storage.${device.storage}`) : t('checking')} />}
        <Line tone={clockTone} name={t('clockCheck.name')} text={clockText} />
        <Line tone={tripTone} name={t('connection.name')} text={tripText} />
        {loginEndsAt && <Line tone="warn" name={t('login.name')} text={t('login.ends', { time: moment(loginEndsAt) })} />}
      </ul>
    </section>
  )
}
