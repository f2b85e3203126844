'use client'

import { useTranslations } from 'next-intl'
import { Button, type ButtonFace } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Copy } from '@/components/ui/icons'
import { notify } from '@/components/ui/notify'

/** Copies a link or a code, and says so. */
export function CopyButton({ text, label, ...face }: { text: string; label: string } & Pick<ButtonFace, 'look' | 'size' | 'block'>) {
  const t = useTranslations('downloads')
  const press = async () => ((await copyText(text)) ? notify.success(t('copied')) : notify.error(t('copyFailed', { text })))
  return <Button icon={<Copy className="i i-16" />} {...face} onClick={() => void press()}>{label}</Button>
}
