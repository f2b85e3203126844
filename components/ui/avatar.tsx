'use client'

import { DefaultAvatar } from '@/components/ui/art/default-avatar'
import { Picture } from '@/components/ui/picture'

type Props = { src?: string | null; size?: 32 | 36 | 40 | 48 | 72 | 96; /** Empty beside the name, as everywhere but alone. */ alt?: string; lazy?: boolean }

/** A learner's picture; a face of our own without one. */
export function Avatar({ src, size = 36, alt = '', lazy = false }: Props) {
  const none = <DefaultAvatar size={size} className="avatar" />
  return src ? <Picture className="avatar" src={src} alt={alt} width={size} height={size} loading={lazy ? 'lazy' : undefined} fallback={none} /> : none
}
