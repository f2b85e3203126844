'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Draft, KeptNotes } from '@/components/notes/kept-notes'
import { useMomentWords } from '@/components/notes/note-moment'
import { useObserved } from '@/components/study/observable'
import type { StageMoment } from '@/components/study/stage-moment'
import { Button } from '@/components/ui/button'
import { notify } from '@/components/ui/notify'
import { freshId } from '@/lib/domain/fresh-id'
import { maxNoteLength, noteLength, noteProblem, type Note } from '@/lib/domain/notes'
import styles from './notes.module.css'

type Props = { keeper: KeptNotes; /** Those there are, while that is known. */ notes: readonly Note[] | undefined; moment: StageMoment; busy: boolean; onAdd: (draft: Draft & { operationId: string }) => Promise<void> }

/** What is said first, and behind a blank line what is said next. */
const behind = (first: Draft, next: Draft): Draft => (first.text.trim() === '' ? next : { text: `${first.text}\n\n${next.text}`, moment: first.moment })

/** The field for a new note: counts its characters, is kept until it is sent, and notes the moment at which it was begun. Takes over what was being written of a note that is gone. */
export function NoteComposer({ keeper, notes, moment, busy, onAdd }: Props) {
  const t = useTranslations('notes')
  const id = useId()
  const words = useMomentWords()
  const { kind, at } = useObserved(moment, (state) => state)
  const [draft, setDraft] = useState(() => keeper.draft())
  const [problem, setProblem] = useState<'empty' | 'notSent' | null>(null)
  // Two presses within one frame are one.
  const sent = useRef(false)
  const written = useRef(draft.text)
  /** Of what is left of the draft once it was sent. */
  const restMoment = useRef(draft.moment)
  const field = useRef<HTMLTextAreaElement>(null)
  const length = noteLength(draft.text)
  const tooLong = length > maxNoteLength
  const noted = draft.text === '' ? at : draft.moment
  const error = tooLong ? t('tooLong', { max: maxNoteLength }) : problem && t(problem)

  const put = (next: Draft) => {
    setProblem(null)
    written.current = next.text
    setDraft(next)
  }
  const change = (text: string) => {
    const next = { text, moment: draft.text === '' ? moment.get().at : draft.moment }
    put(next)
    keeper.keepDraft(next)
  }
  const takeLost = useEffectEvent((there: readonly Note[], wasListed: boolean) => {
    const lost = keeper.takeLost(there)
    if (lost.length === 0) return
    const next = lost.reduce(behind, { text: written.current, moment: draft.moment })
    restMoment.current = lost[0]?.moment ?? null
    put(next)
    keeper.keepDraft(next)
    notify.warning(t('gone'))
    // Whose field went with the note goes on writing here; whoever opens the page is elsewhere by now.
    if (wasListed && document.activeElement === document.body) field.current?.focus({ preventScroll: true })
  })
  const listed = useRef(false)
  useEffect(() => {
    if (!notes) return
    takeLost(notes, listed.current)
    listed.current = true
  }, [notes])
  const add = async () => {
    const wrong = noteProblem(draft.text)
    if (wrong) field.current?.focus()
    if (wrong === 'empty') {
      setProblem('empty')
      notify.warning(t('empty'))
    }
    if (wrong || sent.current) return
    sent.current = true
    // Kept before it goes out: pressed again, or after a reload, it is the same note.
    const operationId = draft.operationId ?? freshId()
    restMoment.current = draft.moment
    setDraft({ ...draft, operationId })
    keeper.keepSent({ ...draft, operationId })
    try {
      await onAdd({ text: draft.text.trim(), moment: draft.moment, operationId })
      // What was written on meanwhile stays, as the next note.
      const now = written.current
      const next = { text: now.startsWith(draft.text) ? now.slice(draft.text.length).trimStart() : now, moment: restMoment.current }
      put(next)
      keeper.keepSent(next)
      notify.success(t('added'))
    } catch {
      // What went wrong is said by the query cache; the words stay.
      setProblem('notSent')
    } finally {
      sent.current = false
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void add()
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <label className="sr" htmlFor={id}>{t('add')}</label>
      <textarea
        ref={field} id={id} className="input" rows={3} value={draft.text} onChange={(event) => change(event.target.value)} onKeyDown={press}
        placeholder={kind && at !== null ? words.invite(kind, at) : t('placeholder')}
        aria-invalid={error ? true : undefined} aria-describedby={`${id}-count${error ? ` ${id}-error` : ''}`}
      />
      {error && <p className="error" id={`${id}-error`} role="alert">{error}</p>}
      <div className={styles.row}>
        <span className={`hint num${tooLong ? ` ${styles.over}` : ''}`} id={`${id}-count`}>{t('counter', { length, max: maxNoteLength })}</span>
        {kind && noted !== null && draft.text !== '' && <span className="hint num">{words.place(kind, noted)}</span>}
        <Button className={styles.addButton} type="submit" look="primary" busy={busy} busyLabel={t('adding')}>{t('add')}</Button>
      </div>
    </form>
  )
}
