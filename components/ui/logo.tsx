import { Picture } from '@/components/ui/picture'

type Props = { /** The tenant's own; null without one. */ src: string | null; size: 32 | 72 }

/** A tenant's logo; ours without one, or when it does not come. */
export function Logo({ src, size }: Props) {
  const ours = { src: '/art/logo.svg', width: size, height: size }
  // Lazily where it only stands in: React has browsers fetch every other picture of a server page beforehand, shown or not.
  return src ? <Picture src={src} width={size} height={size} fallback={<img {...ours} alt="" loading="lazy" />} /> : <img {...ours} alt="" />
}
