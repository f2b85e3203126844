'use client'

import { Play } from 'lucide'
import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { useLockReason } from '@/components/study/lock-reason'
import { Icon } from '@/components/ui/icon'
import { KindIcon } from '@/components/ui/kind-icon'
import { notify } from '@/components/ui/notify'
import { StateIcon, StateMark } from '@/components/ui/state-mark'
import { lockOf, missingMinutes } from '@/lib/domain/catalogue'
import { addressOf, keyOf, type PlayerSubject, type Stop } from '@/lib/domain/player'
import { routes } from '@/lib/routes'
import styles from './player.module.css'

type Props = { stop: Stop; subject: PlayerSubject; /** All stops by their keys. */ stops: ReadonlyMap<string, Stop>; isCurrent: boolean; /** The id of a section's name in the catalogue. */ idOf: (stop: Stop) => string; onOpen: (stop: Stop) => void; onLocked: (() => void) | undefined }

/** One section in the player's catalogue: opens it in place, or says why it does not and where to unlock it. */
export function CatalogueRow({ stop, subject, stops, isCurrent, idOf, onOpen, onLocked }: Props) {
  const t = useTranslations('catalogue')
  const study = useTranslations('study.catalogue')
  const ui = useTranslations('ui.state')
  const lang = usePlatformLang()
  const { name, kind, state, section } = stop
  const words = { id: idOf(stop), className: `clip1 ${styles.name} ${stop.locked ? styles.locked : styles.open}`, lang: lang(name), title: name }

  const reason = useLockReason(stop)
  const lock = section && !reason && lockOf(stop.item.chapters, section)
  const opener = lock && lock.verdict === 'waiting' ? stops.get(keyOf(stop.item, lock.opener)) : null

  const open = (event: MouseEvent) => {
    // A new tab stays a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onOpen(stop)
  }
  const sayLocked = (say: () => void) => () => {
    say()
    onLocked?.()
  }
  // What is locked itself says in its row what opens it.
  const goTo = (other: Stop) => {
    const name = document.getElementById(idOf(other))
    name?.focus()
    name?.scrollIntoView({ block: 'center' })
  }
  return (
    <li className={isCurrent ? `${styles.row} ${styles.now}` : styles.row} aria-current={isCurrent || undefined}>
      <KindIcon kind={kind === 'study' ? 'course' : kind} />
      <span className={styles.words}>
        {stop.locked
          ? <button {...words} type="button" onClick={sayLocked(() => notify.error(t('sectionLocked')))}>{name}</button>
          : <a {...words} data-asks="" href={routes.player(addressOf(subject, stop))} aria-current={isCurrent ? 'page' : undefined} onClick={open}>{name}</a>}
        <span className={`num ${styles.meta}`}>
          <span>{section ? t(`kinds.${kind}`) : study('examOfPlan')}</span>
          {section && section.minutes > 0 && <span>{t('minutes', { minutes: section.minutes })}</span>}
          {opener?.section && (
            <span>
              {t.rich(missingMinutes(opener.section) > 0 ? 'waitingMinutes' : 'waiting', {
                minutes: missingMinutes(opener.section),
                about: (chunks) => <span className={styles.about}>{chunks}</span>,
                link: () => <button type="button" className={`link ${styles.above}`} onClick={() => (opener.locked ? goTo(opener) : onOpen(opener))}><PlatformText>{opener.name}</PlatformText></button>,
              })}
            </span>
          )}
          {lock && lock.verdict === 'unlockable' && <span>{t('canUnlock')}</span>}
          {reason && <span><PlatformText>{reason}</PlatformText></span>}
        </span>
      </span>
      {stop.locked ? (
        <button type="button" className={styles.lock} aria-label={study('lock', { name })} onClick={sayLocked(() => notify.warning(reason ?? study(subject.kind === 'plan' ? 'unlockAtPlan' : 'unlockAtCourse')))}>
          <StateIcon state="locked" />
          <span aria-hidden="true">{ui('locked')}</span>
        </button>
      ) : isCurrent && state !== 'passed' && state !== 'failed' ? (
        <span className="state state-brand"><Icon of={Play} className="i i-16 i-solid" />{study(`current.${kind === 'video' ? 'video' : 'other'}`)}</span>
      ) : (
        <StateMark state={state} />
      )}
    </li>
  )
}
