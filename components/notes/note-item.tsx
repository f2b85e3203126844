'use client'

import { Pencil, Trash2 } from 'lucide'
import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import type { KeptNotes } from '@/components/notes/kept-notes'
import { useMomentWords } from '@/components/notes/note-moment'
import { usePlatformLang } from '@/components/content/platform-text'
import { Button } from '@/components/ui/button'
import { isComposing } from '@/components/ui/is-composing'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { maxNoteLength, noteLength, noteProblem, type Note, type NoteKind } from '@/lib/domain/notes'
import styles from './notes.module.css'

type Props = { note: Note; keeper: KeptNotes; kind: NoteKind; /** Null while there is no content to go to. */ onJump: ((at: number) => void) | null; /** Is told what it is being changed to, letter by letter. */ onWrite: (text: string) => void; /** Gives whether the note was still there. */ onEdit: (text: string) => Promise<boolean>; onDelete: () => void }

/** A note: its moment, which leads back there, when it was written, its words, and how to change or delete it. */
export function NoteItem({ note, keeper, kind, onJump, onWrite, onEdit, onDelete }: Props) {
  const t = useTranslations('notes')
  const words = useMomentWords()
  const lang = usePlatformLang()
  // What was being written when the page was left is there again; the focus is not, which may be elsewhere by now.
  const [changed] = useState(() => keeper.changeOf(note))
  const [editing, setEditing] = useState<'pressed' | 'kept' | null>(changed === null ? null : 'kept')
  const edit = useRef<HTMLButtonElement>(null)
  const { moment, text, writtenAt } = note
  const at = kind !== 'other' && moment !== null ? { moment, words: words.name(kind === 'video' ? 'second' : 'page', moment) } : null
  const close = () => {
    keeper.dropChange(note.id)
    setEditing(null)
    requestAnimationFrame(() => edit.current?.focus())
  }
  return (
    <li className={styles.note}>
      <div className={styles.head}>
        {at && (onJump
          ? <button type="button" className={`link num ${styles.at}`} aria-label={t('jump', { at: at.words })} onClick={() => onJump(at.moment)}>{at.words}</button>
          : <span className={`num ${styles.at}`}>{at.words}</span>)}
        {writtenAt && <time className="num" dateTime={writtenAt}>{t('time', { at: new Date(writtenAt) })}</time>}
        <span className={styles.tools}>
          <IconButton ref={edit} label={t('editOf', { text })} icon={<Icon of={Pencil} className="i i-16" />} onClick={() => setEditing('pressed')} disabled={editing !== null} />
          <IconButton label={t('deleteOf', { text })} icon={<Icon of={Trash2} className="i i-16" />} onClick={onDelete} />
        </span>
      </div>
      {editing ? <NoteEditor before={text} begun={editing === 'kept' ? changed : null} onWrite={onWrite} onSave={onEdit} onClose={close} /> : <p className={styles.text} lang={lang(text)}>{text}</p>}
    </li>
  )
}

type EditorProps = { /** What the note says. */ before: string; /** What it was being changed to. */ begun: string | null; onWrite: (text: string) => void; onSave: Props['onEdit']; onClose: () => void }

function NoteEditor({ before, begun, onWrite, onSave, onClose }: EditorProps) {
  const t = useTranslations('notes')
  const id = useId()
  const [text, setText] = useState(begun ?? before)
  const [problem, setProblem] = useState<'empty' | 'notSent' | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  /** What stands in the field, also while what stood there before is on its way. */
  const written = useRef(text)
  const length = noteLength(text)
  const tooLong = length > maxNoteLength
  const error = tooLong ? t('tooLong', { max: maxNoteLength }) : problem && t(problem)
  const write = (next: string) => {
    written.current = next
    setText(next)
    onWrite(next)
  }
  const save = async () => {
    const wrong = noteProblem(text)
    setProblem(wrong === 'empty' ? 'empty' : null)
    if (wrong) field.current?.focus()
    if (wrong || busy) return
    const sent = text.trim()
    if (sent === before) return onClose()
    setBusy(true)
    let wasSent = false
    try {
      wasSent = await onSave(sent)
    } catch {
      // What went wrong is said by the query cache; the words stay.
    }
    // What was written on meanwhile stays, as the next change.
    if (wasSent && written.current.trim() === sent) return onClose()
    setBusy(false)
    if (!wasSent) setProblem('notSent')
  }
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event)) onClose()
      }}
    >
      <label className="sr" htmlFor={id}>{t('editing')}</label>
      <textarea ref={field} id={id} className="input" rows={3} value={text} autoFocus={begun === null} onChange={(event) => write(event.target.value)} aria-invalid={error ? true : undefined} aria-describedby={error ? `${id}-error` : undefined} />
      {error && <p className="error" id={`${id}-error`} role="alert">{error}</p>}
      <div className={styles.row}>
        <span className={`hint num${tooLong ? ` ${styles.over}` : ''}`}>{t('counter', { length, max: maxNoteLength })}</span>
        <span className={styles.addButton}>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" busy={busy} busyLabel={t('saving')}>{t('save')}</Button>
        </span>
      </div>
    </form>
  )
}
