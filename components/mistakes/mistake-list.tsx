'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { RichText } from '@/components/content/rich-text'
import { signBook, watchBook } from '@/components/mistakes/book-signs'
import styles from '@/components/mistakes/mistakes.module.css'
import { OriginLine } from '@/components/mistakes/origin-line'
import { StreakDots } from '@/components/mistakes/streak-dots'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { notify } from '@/components/ui/notify'
import { useGone } from '@/components/ui/use-gone'
import { Tag } from '@/components/ui/tag'
import { useFocusOnward } from '@/components/ui/use-focus-onward'
import { isDueToday, type Mistake } from '@/lib/domain/mistakes'
import { setBookMark } from '@/lib/queries/mistakes'
import { routes } from '@/lib/routes'

const MistakeDialog = dynamic(() => import('@/components/mistakes/mistake-dialog').then((file) => file.MistakeDialog), { ssr: false })

type Change = { mistake: Mistake; inBook: boolean }

type Props = { items: Mistake[]; hasBank: boolean; now: number; /** What stands in place of the rows where there are none. */ children?: ReactNode }

/** The questions of one page. One that is taken out is gone at once, and comes back by undo or when the platform could not be told. */
export function MistakeList({ items, hasBank, now, children }: Props) {
  const t = useTranslations('mistakes')
  const kinds = useTranslations('questions.kinds')
  const router = useRouter()
  const id = useId()
  const [gone, setGone] = useGone(items)
  const [opened, setOpened] = useState<{ mistake: Mistake; /** Which of the rows. */ at: number } | null>(null)
  const { list, onward } = useFocusOnward<HTMLOListElement>(items, gone)
  const show = ({ mistake, inBook }: Change) => setGone((ids) => (inBook ? ids.filter((id) => id !== mistake.id) : [...ids, mistake.id]))
  const change = useMutation({
    scope: { id: 'mistake-book' },
    mutationFn: ({ mistake, inBook }: Change) => setBookMark({ ...mistake, mistakeId: mistake.id }, inBook),
    onMutate: show,
    onError: (_error, { mistake, inBook }) => show({ mistake, inBook: !inBook }),
    onSuccess: (mark, { mistake, inBook }) => {
      signBook({ source: mistake.source, questionId: mistake.questionId, mark })
      notify.success(t(inBook ? 'added' : 'removed'), inBook ? {} : { action: { label: t('undo'), onPress: () => change.mutate({ mistake, inBook: true }) } })
    },
  })
  useEffect(() => watchBook(({ source, questionId, mark }) => {
    const found = items.find((item) => item.source === source && item.questionId === questionId)
    if (found) setGone((ids) => (mark.inBook ? ids.filter((id) => id !== found.id) : [...new Set([...ids, found.id])]))
    // Whoever changed the book, here or in another window: the counts and what else is on the page follow.
    router.refresh()
  }), [items, router, setGone])
  const remove = (mistake: Mistake) => {
    onward(mistake.id)
    change.mutate({ mistake, inBook: false })
  }
  const close = (id: string, at: number) => {
    // Taken out in the dialog, the row is gone with the button that opened it, and the list may have come without it.
    if (gone.includes(id) || !items.some((item) => item.id === id)) onward(id, at)
    setOpened(null)
  }
  return (
    <>
      {items.length === 0 ? children : (
        <ol className={styles.list} aria-label={t('list')} ref={list}>
          {items.filter(({ id }) => !gone.includes(id)).map((mistake) => {
            const { review, origin } = mistake
            const textId = `${id}-${mistake.id}`
            const isDue = review !== null && isDueToday(review.dueAt, now)
            return (
              <li key={mistake.id} data-row={mistake.id} className={`panel ${styles.item}`}>
                <p className={styles.meta}>
                  <Tag tone="brand">{kinds(mistake.kind)}</Tag>
                  {isDue && <Tag tone="warning">{t('dueNow')}</Tag>}
                  {mistake.wrongAt && <span>{t('wrongAt', { at: new Date(mistake.wrongAt) })}</span>}
                  {review && !isDue && review.dueAt && <span>{t('dueAt', { at: new Date(review.dueAt) })}</span>}
                  {review && <StreakDots streak={review.streak} />}
                  {review?.mayLeave && <Tag tone="success">{t('mayLeave')}</Tag>}
                </p>
                <div className={styles.text} id={textId}><RichText html={mistake.content} top={3} /></div>
                <div className={styles.foot}>
                  {origin && <p className="muted">{t('from')} <OriginLine origin={origin} hasBank={hasBank} /></p>}
                  <div className={styles.acts}>
                    <Button onClick={() => setOpened({ mistake, at: items.indexOf(mistake) })} aria-haspopup="dialog" aria-describedby={textId}>{t('check')}</Button>
                    <ButtonLink look="soft" aria-describedby={textId} href={routes.practice({ from: 'book', source: mistake.source, subjectId: null, kind: null, isDue: false, mistakeId: mistake.id, count: 1 })}>{t('practiseOne')}</ButtonLink>
                    <Button look="ghost" data-removes aria-describedby={textId} onClick={() => remove(mistake)}>{t('remove')}</Button>
                  </div>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {opened && <MistakeDialog mistake={opened.mistake} onClose={() => close(opened.mistake.id, opened.at)} />}
    </>
  )
}
