'use client'

import { DefaultCover } from '@/components/ui/art/default-cover'
import { Picture } from '@/components/ui/picture'

/** The picture of a cover; the default cover when it does not load. The drawing comes with the scripts, not once for each card. */
export function CoverPicture({ src, alt, eager }: { src: string; alt: string; eager: boolean }) {
  return <Picture src={src} alt={alt} fallback={<DefaultCover />} width={320} height={180} loading={eager ? 'eager' : 'lazy'} decoding="async" />
}
