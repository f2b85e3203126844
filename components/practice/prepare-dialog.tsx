'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import styles from '@/components/practice/practice.module.css'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { usePush } from '@/components/ui/route-bar'
import { SelectField } from '@/components/ui/select-field'
import { TextSkeleton } from '@/components/ui/skeletons'
import { checkDraw, offeredCounts, upToLastChoice, type SubjectCard } from '@/lib/domain/practice'
import { countQuery, subjectQuery } from '@/lib/queries/practice'
import { routes } from '@/lib/routes'

/** Which questions of a subject are practised, and how many (spec 2 §2.8). */
export function PrepareDialog({ subject: card, onClose }: { subject: SubjectCard; onClose: () => void }) {
  const t = useTranslations('practice')
  const { push, leaving } = usePush()
  const lang = usePlatformLang()
  const id = useId()
  const choice = useRef<HTMLFieldSetElement>(null)
  const [byGroup, setByGroup] = useState<Record<string, string>>({})
  const [chosen, setChosen] = useState<number | null>(null)
  const [unchosen, setUnchosen] = useState(false)
  const subject = useQuery(subjectQuery(card.id))
  const labels = upToLastChoice(subject.data?.groups.map(({ id: groupId }) => (byGroup[groupId] ? { groupId, labelId: byGroup[groupId] } : null)) ?? [])
  const counted = useQuery(countQuery(card.id, card.title, labels))
  const available = counted.data?.count ?? null

  const confirm = () => {
    // Without the subject there is neither what to choose nor the sentence that something must be.
    if (!subject.data) return void subject.refetch()
    if (available === null) return void counted.refetch()
    const verdict = checkDraw(available, chosen)
    if (!verdict.ok) {
      setUnchosen(true)
      return choice.current?.querySelector<HTMLElement>('input:enabled')?.focus()
    }
    push(routes.practice({ from: 'subject', subjectId: card.id, subjectName: card.title, count: verdict.count, labels }))
  }
  const counts = available === null ? [] : offeredCounts(available)
  const none = subject.data !== undefined && available === 0
  const isAsking = counted.isFetching || (!subject.data && subject.isFetching)
  return (
    <Dialog
      open onClose={onClose} title={<PlatformText>{card.title}</PlatformText>}
      actions={<><Button onClick={onClose}>{t('prepare.cancel')}</Button><Button look="primary" busy={isAsking || leaving} busyLabel={t(leaving ? 'prepare.opening' : 'prepare.counting')} disabled={none} aria-describedby={none ? `${id}-why` : undefined} onClick={confirm}>{t('prepare.confirm')}</Button></>}
    >
      {subject.error && !subject.data
        ? <ErrorState title={t('prepare.failed')} onRetry={() => void subject.refetch()} retrying={subject.isFetching} />
        : !subject.data
          ? <TextSkeleton lines={4} />
          : (
              <div className={styles.form}>
                {subject.data.groups.map((group) => (
                  <SelectField
                    key={group.id} label={<PlatformText>{group.title}</PlatformText>} value={byGroup[group.id] ?? ''} options={[{ value: '', label: t('all') }, ...group.labels.map((label) => ({ value: label.id, label: label.title, lang: lang(label.title) }))]}
                    onChange={(event) => {
                      setByGroup({ ...byGroup, [group.id]: event.currentTarget.value })
                      setChosen(null)
                      setUnchosen(false)
                    }}
                  />
                ))}
                {available === null && counted.error
                  ? <ErrorState title={t('prepare.countFailed')} onRetry={() => void counted.refetch()} retrying={counted.isFetching} />
                  : <p role="status">{available === null ? t('prepare.counting') : t('prepare.available', { count: available })}</p>}
                {counts.length > 0 && (
                  <fieldset ref={choice} role="radiogroup" aria-invalid={unchosen || undefined} aria-describedby={unchosen ? `${id}-why` : undefined}>
                    <legend className="label">{t('prepare.count')}</legend>
                    <div className={styles.choices}>
                      {counts.map(({ count, isOffered }) => (
                        <Checkbox
                          key={count} type="radio" name={`${id}-count`} label={t('prepare.questions', { count })} checked={chosen === count} disabled={!isOffered}
                          onChange={() => {
                            setChosen(count)
                            setUnchosen(false)
                          }}
                        />
                      ))}
                    </div>
                  </fieldset>
                )}
                {available !== null && available > 0 && counts.length === 0 && <p>{t('prepare.allOf', { count: available })}</p>}
                {(none || unchosen) && (
                  <p className="error" role="alert" id={`${id}-why`}>
                    <span>{t(none ? 'prepare.nothing' : 'prepare.choose')}</span>
                    {none && labels.length === 0 && <span>{t('prepare.empty')}</span>}
                  </p>
                )}
              </div>
            )}
    </Dialog>
  )
}
