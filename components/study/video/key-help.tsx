'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { toldKeys } from '@/components/study/video/keys'
import styles from './video.module.css'

type Props = { open: boolean; onClose: () => void; /** What else is to be known of this video. */ children?: ReactNode }

/** The keys of the player. */
export function KeyHelp({ open, onClose, children }: Props) {
  const t = useTranslations('study.video.help')
  const keys: Record<(typeof toldKeys)[number], string[]> = { toggle: [t('space'), 'K'], seek: ['←', '→'], volume: ['↑', '↓'], mute: ['M'], captions: ['C'], fullscreen: ['F'], help: ['?'] }
  return (
    <Dialog open={open} onClose={onClose} title={t('title')}>
      <dl className={styles.keys}>
        {toldKeys.map((name) => <div key={name}><dt>{t(name)}</dt><dd>{keys[name].map((key) => <kbd key={key}>{key}</kbd>)}</dd></div>)}
      </dl>
      {children}
    </Dialog>
  )
}
