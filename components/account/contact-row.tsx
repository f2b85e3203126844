'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useKeptContact } from '@/components/account/use-kept-contact'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { useLeadAway } from '@/components/shell/lead-away'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { notify } from '@/components/ui/notify'
import { Said } from '@/components/ui/said'
import { TextField } from '@/components/ui/text-field'
import { useFollowed } from '@/components/ui/use-followed'
import { EMAIL_MAX_LENGTH, type ContactField } from '@/lib/domain/account'
import { changeContact } from '@/lib/queries/account'
import { BffError } from '@/lib/queries/bff'
import styles from './profile.module.css'

const kinds = {
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 40, missing: 'phoneMissing', title: 'phoneTitle' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: EMAIL_MAX_LENGTH, missing: 'emailMissing', title: 'emailTitle' },
} as const
const narrow = () => window.matchMedia('(max-width: 767.98px)').matches

/** Phone or e-mail: read, or being changed, in its row or on phones in a dialog. */
export function ContactRow({ learnerId, field, initial }: { learnerId: string; field: ContactField; initial: string }) {
  const t = useTranslations('profile.contact')
  const tAccount = useTranslations('account')
  const wordsOf = useWordsOfError()
  const leadAway = useLeadAway()
  const router = useRouter()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [value, setValue] = useFollowed(initial)
  const [editing, setEditing] = useState<'row' | 'dialog' | null>(null)
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const [said, setSaid] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { missing, title, ...control } = kinds[field]
  useEffect(() => {
    if (editing === 'row') input.current?.focus({ preventScroll: true })
  }, [editing])
  const forget = useKeptContact({ learnerId, field, value, input }, (text) => {
    setTyped(text)
    setEditing(narrow() ? 'dialog' : 'row')
  })

  const look = () => {
    const given = input.current?.value.trim() ?? ''
    setError(given ? undefined : t(missing))
    return given
  }
  const end = () => {
    forget()
    setEditing(null)
    setTyped(undefined)
    setError(undefined)
    setSaid(null)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const given = busy ? '' : look()
    if (!given) return input.current?.focus()
    setBusy(true)
    setSaid(null)
    try {
      setValue((await changeContact(field, given)).kept)
      // The browser's way back must not bring the old one.
      router.refresh()
      notify.success(tAccount('saved'))
      end()
    } catch (problem) {
      if (leadAway(problem)) return
      const refused = problem instanceof BffError && (problem.code === 'rejected' || problem.code === 'invalid')
      notify.warning(refused ? tAccount('notSaved') : wordsOf(problem))
      if (refused) setError(problem.hasWords || problem.code === 'invalid' ? wordsOf(problem) : tAccount('notSaved'))
      else setSaid(wordsOf(problem))
      input.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const entry = <TextField {...control} ref={input} id={`${id}-field`} label={t(field)} defaultValue={typed ?? value} error={error} required onBlur={look} onInput={() => void (error && look())} />
  const buttons = <><Button onClick={end}>{t('cancel')}</Button><Button type="submit" form={`${id}-form`} look="primary" busy={busy} busyLabel={t('saving')}>{t('confirm')}</Button></>
  if (editing === 'row') {
    return (
      <form id={`${id}-form`} className={styles.editing} onSubmit={save} noValidate>
        {entry}
        <div className={styles.buttons}>{buttons}</div>
        <Said text={said} />
      </form>
    )
  }
  return (
    <div className={styles.row}>
      <span className={styles.name}>{t(field)}</span>
      <span className={value ? `num ${styles.value}` : `muted ${styles.value}`}>{value || t('none')}</span>
      <Button ref={opener} look="ghost" aria-label={t('modifyWhat', { what: t(field) })} onClick={() => setEditing(narrow() ? 'dialog' : 'row')}>{t('modify')}</Button>
      <Dialog open={editing === 'dialog'} title={t(title)} onClose={end} actions={buttons}>
        <form id={`${id}-form`} onSubmit={save} noValidate>{entry}<Said text={said} /></form>
      </Dialog>
    </div>
  )
}
