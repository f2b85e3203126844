'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import styles from './profile.module.css'

const PasswordDialog = dynamic(() => import('./password-dialog').then((file) => file.PasswordDialog), { ssr: false })

/** Where the password is changed. */
export function PasswordSection() {
  const t = useTranslations('profile.password')
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.act}>
      <p className="muted">{t('text')}</p>
      <Button onClick={() => setOpen(true)}>{t('change')}</Button>
      {open && <PasswordDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
