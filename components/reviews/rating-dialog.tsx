'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { KeptReview, type ReviewDraft } from '@/components/reviews/kept-review'
import { kept } from '@/components/study/kept'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { notify } from '@/components/ui/notify'
import { StarInput } from '@/components/ui/star-input'
import { TextAreaField } from '@/components/ui/text-area-field'
import { characterCount, maxReviewLength, type ReviewTarget } from '@/lib/domain/reviews'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { addReview } from '@/lib/queries/reviews'
import { BffError } from '@/lib/queries/bff'
import styles from './reviews.module.css'

type Props = { target: ReviewTarget; name: string; learnerId: string; onClose: () => void; onDone: () => void; /** The platform knows better than this page. */ onRefused: () => void }

/** Stars and words about a course or plan; asked once more before they are sent, since they stay as they are. */
export default function RatingDialog({ target, name, learnerId, onClose, onDone, onRefused }: Props) {
  const t = useTranslations('reviews')
  const words = usePlatformWords()
  const [keeper] = useState(() => new KeptReview(kept, learnerId, target))
  const [{ stars, text }, setDraft] = useState(() => keeper.read())
  const [missing, setMissing] = useState(false)
  const id = useId()
  const starBox = useRef<HTMLFieldSetElement>(null)
  const textBox = useRef<HTMLTextAreaElement>(null)
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Two presses within one frame are one.
  const sent = useRef(false)
  const sending = useMutation({
    mutationFn: addReview,
    onSuccess: () => {
      keeper.keep({ stars: 0, text: '' })
      notify.success(t('sent'))
      onDone()
    },
    onError: (error) => {
      setAsking(false)
      setRefusal(error instanceof BffError && error.hasWords ? words(error.message) : t('notSent'))
      if (error instanceof BffError && error.code === 'rejected') onRefused()
    },
    onSettled: () => {
      sent.current = false
    },
  })
  const write = (change: Partial<ReviewDraft>) => {
    const next = { stars, text, ...change }
    setDraft(next)
    keeper.keep(next)
  }
  const length = characterCount(text.trim())
  const tooLong = length > maxReviewLength
  const submit = () => {
    setMissing(stars === 0)
    if (stars === 0) starBox.current?.querySelector('input')?.focus()
    else if (tooLong) textBox.current?.focus()
    else setAsking(true)
  }
  const send = () => {
    if (sent.current) return
    sent.current = true
    sending.mutate({ ...target, stars, text: text.trim() })
  }
  return (
    <>
      <Dialog
        open
        title={t(`rate.${target.kind}`)}
        onClose={onClose}
        actions={<><Button onClick={onClose}>{t('cancel')}</Button><Button look="primary" onClick={submit}>{t('submit')}</Button></>}
      >
        <p className="clip1"><PlatformText>{name}</PlatformText></p>
        <div className={styles.choose}>
          <StarInput
            ref={starBox} label={t('yourStars')} name="stars" value={stars} faultId={missing ? id : undefined}
            onChange={(value) => {
              write({ stars: value })
              setMissing(false)
            }}
          />
          <span className={styles.word} aria-live="polite">{stars > 0 ? t(`words.star${stars as 1 | 2 | 3 | 4 | 5}`) : t('noStars')}</span>
        </div>
        {missing && <p className="error" role="alert" id={id}>{t('starsMissing')}</p>}
        <TextAreaField
          ref={textBox} label={t('text')} rows={5} value={text} onChange={(event) => write({ text: event.target.value })} placeholder={t('placeholder')}
          labelEnd={<span className={`hint num${tooLong ? ` ${styles.over}` : ''}`}>{t('counter', { length, max: maxReviewLength })}</span>}
          error={tooLong ? t('tooLong', { max: maxReviewLength }) : undefined}
        />
        <p className={styles.hint}>{t('final')}</p>
        {refusal && <p className="error" role="alert">{refusal}</p>}
      </Dialog>
      <ConfirmDialog open={asking} title={t('question.title')} busy={sending.isPending} busyLabel={t('question.sending')} confirmLabel={t('question.send')} onConfirm={send} onCancel={() => setAsking(false)}>
        {t('question.text', { stars, word: t(`words.star${(stars || 1) as 1 | 2 | 3 | 4 | 5}`) })}
      </ConfirmDialog>
    </>
  )
}
