'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { CompletionFact } from '@/components/catalogue/completion-fact'
import { UnlockButton } from '@/components/catalogue/unlock'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { KindIcon } from '@/components/ui/kind-icon'
import { Link } from '@/components/ui/link'
import { notify } from '@/components/ui/notify'
import { StateMark } from '@/components/ui/state-mark'
import { lockOf, missingMinutes, shownKind, type Chapter, type Section } from '@/lib/domain/catalogue'
import type { Closure, EnrolmentTarget, PlayerPlace } from '@/lib/domain/enrolment'
import { routes } from '@/lib/routes'
import styles from './catalogue.module.css'

type Props = {
  section: Section
  /** The whole catalogue, to know what opens what. */
  chapters: Chapter[]
  owner: EnrolmentTarget
  itemId?: string
  begun: boolean
  /** Why nothing of it opens now. */
  closure: Closure | null
  /** Makes the study record and opens the player there, or says why nothing opens. */
  onStart: (at: PlayerPlace) => void
  onUnlocked: () => void
}

/** The anchor of a chapter, its lock or a section; a course may stand in a plan twice. */
export const anchorOf = (what: 'chapter' | 'lock' | 'section', id: string, itemId?: string) => [what, itemId, id].filter(Boolean).join('-')

/** One section: icon, name, kind, minutes and rule; at the right how it stands, or the button that unlocks it. */
export function SectionRow({ section, chapters, owner, itemId, begun, closure, onStart, onUnlocked }: Props) {
  const t = useTranslations('catalogue')
  const lang = usePlatformLang()
  const id = useId()
  const name = useRef<HTMLAnchorElement & HTMLButtonElement>(null)
  const kind = shownKind(section)
  const lock = lockOf(chapters, section)
  // The button is gone once it has done its work: the focus goes on to what it opened.
  const openedHere = useRef(false)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (section.locked || !openedHere.current) return
    openedHere.current = false
    name.current?.focus()
  }, [section.locked])
  const placeOf = (one: Section): PlayerPlace => ({ ...(owner.kind === 'course' ? { courseId: owner.id } : { planId: owner.id, itemId }), chapterId: one.chapterId, sectionId: one.id })

  const press = () => {
    if (section.locked && !closure) notify.error(t('sectionLocked'))
    else onStart(placeOf(section))
  }
  const unlocked = () => {
    openedHere.current = true
    onUnlocked()
  }
  const words = { id, ref: name, className: styles.name, lang: lang(section.name), 'aria-describedby': `${id}-facts` }
  const opener = lock.verdict === 'waiting' ? lock.opener : null
  const openerOpens = opener && !closure && !opener.locked && begun

  return (
    <li className={`section ${styles.row}${section.locked ? ' locked' : closure ? '' : ` ${styles.open}`}`} id={anchorOf('section', section.id, itemId)}>
      <span className="kind"><KindIcon kind={kind === 'study' ? 'course' : kind} /></span>
      <div className={styles.words}>
        {begun && !section.locked && !closure
          ? <Link {...words} href={routes.player(placeOf(section))}>{section.name}</Link>
          : <button {...words} type="button" onClick={press}>{section.name}</button>}
        <div className="meta" id={`${id}-facts`}>
          <span>{t(`kinds.${kind}`)}</span>
          {section.minutes > 0 && <span className="num">{t('minutes', { minutes: section.minutes })}</span>}
          {section.state !== 'passed' && section.learnedMinutes > 0 && <span className="num">{t('learned', { minutes: Math.floor(section.learnedMinutes) })}</span>}
          <CompletionFact section={section} />
          {opener && (
            <span>
              {t.rich(missingMinutes(opener) > 0 ? 'waitingMinutes' : 'waiting', {
                minutes: missingMinutes(opener),
                about: (chunks) => <span className={styles.about}>{chunks}</span>,
                link: () => openerOpens
                  ? <Link className={`link ${styles.above}`} href={routes.player(placeOf(opener))}><PlatformText>{opener.name}</PlatformText></Link>
                  : <a className={`link ${styles.above}`} href={`#${anchorOf('section', opener.id, itemId)}`}><PlatformText>{opener.name}</PlatformText></a>,
              })}
            </span>
          )}
          {lock.verdict === 'notBegun' && <span>{t('opensWhenBegun')}</span>}
          {lock.verdict === 'unlockable' && !closure && <span>{t('canUnlock')}</span>}
        </div>
        {section.locked && refused && <p className="error">{refused}</p>}
      </div>
      <div className="end">
        {lock.verdict === 'unlockable' && !closure
          ? <UnlockButton className={styles.above} section={section} sectionRecordId={lock.sectionRecordId} describedBy={id} onUnlocked={unlocked} onRefused={setRefused} />
          : <StateMark state={section.locked ? 'locked' : section.state} />}
      </div>
    </li>
  )
}
