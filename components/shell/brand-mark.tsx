import { usePlatformLang } from '@/components/content/platform-text'
import { Link } from '@/components/ui/link'
import { Picture } from '@/components/ui/picture'

type Props = { title: string; logoUrl: string | null; href: string }

/** The tenant's logo and name. */
export function BrandMark({ title, logoUrl, href }: Props) {
  const lang = usePlatformLang()(title)
  const own = <img src="/art/logo.svg" alt="" width={32} height={32} />
  return (
    <Link className="brandmark" href={href}>
      {logoUrl ? <Picture src={logoUrl} alt="" width={32} height={32} fallback={own} /> : own}
      <span className="clip1" lang={lang}>{title}</span>
    </Link>
  )
}
