'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { PlatformText } from '@/components/content/platform-text'
import { KeptNotes } from '@/components/notes/kept-notes'
import { NoteComposer } from '@/components/notes/note-composer'
import { NoteItem } from '@/components/notes/note-item'
import { kept } from '@/components/study/kept'
import { useObserved } from '@/components/study/observable'
import type { StageMoment } from '@/components/study/stage-moment'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { notify } from '@/components/ui/notify'
import { Said } from '@/components/ui/said'
import { RowsSkeleton } from '@/components/ui/skeletons'
import { isOfPlace, type NewNotePlace, type Note, type NotePlace } from '@/lib/domain/notes'
import { addNote, deleteNote, editNote, notesQuery } from '@/lib/queries/notes'
import styles from './notes.module.css'

type Props = { learnerId: string; /** Where they are looked for, and where another belongs. */ listed: NotePlace; place: NewNotePlace; /** The same for the same place. */ placeKey: string; moment: StageMoment }

/** My notes at what is on the stage, newest first, and the field for another; each leads back to its moment. */
export default function Notes({ learnerId, listed, place, placeKey, moment }: Props) {
  const t = useTranslations('notes')
  const client = useQueryClient()
  const wordsOf = useWordsOfError('expired')
  const [keeper] = useState(() => new KeptNotes(kept, learnerId, placeKey))
  const [removing, setRemoving] = useState<Note | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const deleted = useRef<string | null>(null)
  const jumps = useObserved(moment, ({ kind }) => kind !== null)
  const query = notesQuery(listed)
  const notes = useQuery(query)
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })

  // Also after a failure: it may have arrived without our hearing of it.
  const adding = useMutation({ mutationFn: addNote, onSuccess: refresh, onError: () => void refresh() })
  const editing = useMutation({
    mutationFn: editNote,
    onSuccess: (wasThere) => {
      if (wasThere) notify.success(t('edited'))
      return refresh()
    },
    onError: () => void refresh(),
  })
  const deleting = useMutation({
    mutationFn: deleteNote,
    onSuccess: (_done, id) => {
      setRemoving(null)
      keeper.dropChange(id)
      notify.success(t('deleted'))
      client.setQueryData(query.queryKey, (before) => before?.filter((note) => note.id !== id))
      deleted.current = id
      return refresh()
    },
  })
  const stay = () => {
    setRemoving(null)
    deleting.reset()
  }
  // The button that was pressed goes with its note, and until the question is gone nothing behind it takes the focus.
  useEffect(() => {
    if (removing || !deleted.current || notes.data?.some(({ id }) => id === deleted.current)) return
    deleted.current = null
    if (document.activeElement === document.body) list.current?.querySelector<HTMLElement>(':scope > form textarea')?.focus({ preventScroll: true })
  }, [removing, notes.data])
  // What the section had when it was written may be gone.
  const kindOf = (note: Note) => note.kind ?? place.noteKind
  const momentOf = (note: Note) => note.moment ?? keeper.momentOf(note.text)

  return (
    <div className={styles.notes} ref={list}>
      {notes.data
        ? notes.data.length > 0
          ? (
              <ul aria-label={t('list')}>
                {notes.data.map((note) => (
                  <NoteItem
                    key={note.id} note={{ ...note, moment: momentOf(note) }} keeper={keeper} kind={kindOf(note)} onJump={jumps && isOfPlace(note, place) ? (at) => moment.jump(at) : null} onDelete={() => setRemoving(note)}
                    onWrite={(text) => keeper.keepChange(note, { text, moment: isOfPlace(note, place) ? momentOf(note) : null })}
                    onEdit={(text) => {
                      keeper.keepMoment({ text, moment: momentOf(note) })
                      return editing.mutateAsync({ ...place, noteKind: kindOf(note), resourceId: note.resourceId ?? place.resourceId, id: note.id, text, moment: momentOf(note) })
                    }}
                  />
                ))}
              </ul>
            )
          : <EmptyState text={t('none')} />
        : notes.isError
          ? <ErrorState title={t('loadFailed')} onRetry={() => void notes.refetch()} retrying={notes.isFetching} />
          : <RowsSkeleton count={3} height={72} />}
      <NoteComposer
        keeper={keeper} notes={notes.isFetching ? undefined : notes.data} moment={moment} busy={adding.isPending}
        onAdd={async (draft) => {
          keeper.keepMoment(draft)
          await adding.mutateAsync({ ...place, ...draft })
        }}
      />
      <ConfirmDialog open={removing !== null} danger title={t('question')} busy={deleting.isPending} busyLabel={t('deleting')} confirmLabel={t('delete')} onConfirm={() => removing && !deleting.isPending && deleting.mutate(removing.id)} onCancel={stay}>
        {removing && <PlatformText>{removing.text}</PlatformText>}
        <Said text={deleting.error && wordsOf(deleting.error)} />
      </ConfirmDialog>
    </div>
  )
}
