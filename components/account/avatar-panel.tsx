'use client'

import { ImageUp } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useRef, useState, type ChangeEvent } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { useFollowed } from '@/components/ui/use-followed'
import { avatarFault, avatarTypes, PICTURE_HEAD_BYTES, pictureKind } from '@/lib/domain/account'
import styles from './profile.module.css'

/** What is wrong with a file: by what the browser says of it, and by what it really begins with. */
async function faultOf(file: File): Promise<'kind' | 'size' | undefined> {
  const told = avatarFault(file)
  if (told) return told
  const head = await file.slice(0, PICTURE_HEAD_BYTES).arrayBuffer().catch(() => new ArrayBuffer(0))
  return pictureKind(new Uint8Array(head)) ? undefined : 'kind'
}

const AvatarDialog = dynamic(() => import('./avatar-dialog').then((file) => file.AvatarDialog), { ssr: false })

/** The learner's picture, and how to choose another: what is wrong with a file is said before it is sent. */
export function AvatarPanel({ avatarUrl, name }: { avatarUrl: string | null; name: string }) {
  const t = useTranslations('profile.avatar')
  const field = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<{ file: File; src: string } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [shown, setShown] = useFollowed(avatarUrl)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    event.target.value = ''
    if (!chosen) return
    const problem = await faultOf(chosen)
    setFault(problem ? t(problem) : null)
    if (problem) notify.error(t(problem))
    else setPicked({ file: chosen, src: URL.createObjectURL(chosen) })
  }
  const close = () => {
    if (picked) URL.revokeObjectURL(picked.src)
    setPicked(null)
  }
  return (
    <div className={styles.avatar}>
      <Avatar src={shown} size={96} alt={name} />
      <div className={styles.avatarWords}>
        <input ref={field} className="sr" type="file" accept={avatarTypes.join(',')} aria-label={t('label')} tabIndex={-1} onChange={(event) => void choose(event)} />
        <Button icon={<Icon of={ImageUp} className="i" />} data-gesture="" onClick={() => field.current?.click()}>{t('change')}</Button>
        {fault ? <p className="error" role="alert">{fault}</p> : <p className="hint">{t('hint')}</p>}
      </div>
      {picked && <AvatarDialog key={picked.src} {...picked} onClose={close} onFault={setFault} onChanged={(url) => { setShown(url); close() }} />}
    </div>
  )
}
