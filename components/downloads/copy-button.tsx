'use client'

import { Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button, type ButtonFace } from '@/components/ui/button'
import { notify } from '@/components/ui/notify'

/** Copies a text; browsers inside apps often know only the old way. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
    field.style.cssText = 'position:fixed;opacity:0'
    document.body.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}

/** Copies a link or a code, and says so. */
export function CopyButton({ text, label, ...face }: { text: string; label: string } & Pick<ButtonFace, 'look' | 'size' | 'block'>) {
  const t = useTranslations('downloads')
  const press = async () => ((await copy(text)) ? notify.success(t('copied')) : notify.error(t('copyFailed', { text })))
  return <Button icon={<Copy className="i i-16" />} {...face} onClick={() => void press()}>{label}</Button>
}
