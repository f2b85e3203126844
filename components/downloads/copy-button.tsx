'use client'

import { Copy } from 'lucide'
import { useTranslations } from 'next-intl'
import { Button, type ButtonFace } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'

/** Copies a link or a code, and says so. */
export function CopyButton({ text, label, ...face }: { text: string; label: string } & Pick<ButtonFace, 'look' | 'size' | 'block'>) {
  const t = useTranslations('downloads')
  const press = async () => ((await copyText(text)) ? notify.success(t('copied')) : notify.error(t('copyFailed', { text })))
  return <Button icon={<Icon of={Copy} className="i i-16" />} {...face} onClick={() => void press()}>{label}</Button>
}
