'use client'

import { useState, type ImgHTMLAttributes, type ReactNode } from 'react'

type Props = { src: string; /** Shown when the picture does not come. */ fallback: ReactNode } & Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'onError'>

/** A picture that gives way to its fallback when it cannot be loaded, also when that happened before hydration. */
export function Picture({ src, fallback, alt = '', ...rest }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  if (failed === src) return fallback
  const check = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(src)
  }
  return <img {...rest} ref={check} src={src} alt={alt} onError={() => setFailed(src)} />
}
