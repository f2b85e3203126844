'use client'

import { CloudAlert, CloudCheck, CloudOff, HardDriveDownload, Lock, RefreshCw } from 'lucide'
import { useFormatter, useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import type { AnswerSync } from '@/components/attempts/answer-sync'
import type { AttemptSession } from '@/components/attempts/attempt-session'
import styles from '@/components/attempts/attempts.module.css'
import { useObserved } from '@/components/study/observable'
import { Icon } from '@/components/ui/icon'
import { saveStateOf } from '@/lib/domain/attempts-save'
import { pendingCount } from '@/lib/domain/attempts-journal'

function watchNetwork(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

const icons = { saved: CloudCheck, saving: RefreshCw, device: HardDriveDownload, refused: CloudAlert, unsaved: CloudAlert, offline: CloudOff, offlineUnkept: CloudOff, elsewhere: Lock, handedIn: CloudCheck }
const tones = { saved: 'good', saving: 'plain', device: 'plain', refused: 'warn', unsaved: 'bad', offline: 'warn', offlineUnkept: 'bad', elsewhere: 'warn', handedIn: 'good' } as const

/** The one place that says whether answers are safe, and where. */
export function SaveLine({ session, sync, isDurable }: { session: AttemptSession; sync: AnswerSync; isDurable: boolean }) {
  const t = useTranslations('attempts.save')
  const format = useFormatter()
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine, () => true)
  const state = useObserved(sync, (so) => saveStateOf({ writing: so.writing, pending: pendingCount(so.journal), isKept: so.isKept && isDurable, isFailing: so.isFailing, isRefused: so.isRefused, isOnline }))
  const savedAt = useObserved(sync, (so) => so.savedAt)
  const deadline = useObserved(session, (so) => so.deadline)
  const handIn = useObserved(session, (so) => so.handIn)
  const at = (moment: number, second?: '2-digit') => format.dateTime(moment, { hour: '2-digit', minute: '2-digit', second, hourCycle: 'h23' })
  const kind = handIn ? 'handedIn' : state
  const icon = icons[kind]
  const text =
    kind === 'saved' ? (savedAt === null ? t('savedPlain') : t('saved', { time: at(savedAt, '2-digit') }))
    : kind === 'handedIn' ? (handIn?.number ? t('handedIn', { number: handIn.number }) : t('handedInPlain'))
    : kind === 'offline' || kind === 'offlineUnkept' ? deadline === null ? t(`${kind}Untimed`) : t(kind, { time: at(deadline) })
    : t(kind)
  return (
    <p className={`${styles.save} ${styles[tones[kind]]}`} role="status" aria-live="polite" data-save={kind}>
      <Icon of={icon} className="i" aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}
