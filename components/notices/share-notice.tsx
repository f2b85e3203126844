'use client'

import { Share2 } from 'lucide'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'

/** Shares a notice by what the device offers, else by copying its address. */
export function ShareNotice({ title, url }: { title: string; url: string }) {
  const t = useTranslations('notices')
  const share = async () => {
    if (typeof navigator.share === 'function') {
      try {
        return await navigator.share({ title, url })
      } catch (error) {
        // Whoever closes the sheet wants nothing more.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    if (await copyText(url)) notify.success(t('linkCopied'))
    else notify.error(t('linkNotCopied', { url }))
  }
  return <Button look="ghost" icon={<Icon of={Share2} className="i i-16" />} onClick={() => void share()}>{t('share')}</Button>
}
