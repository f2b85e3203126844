import { usePlatformLang } from '@/components/content/platform-text'
import { Link } from '@/components/ui/link'
import { Logo } from '@/components/ui/logo'

type Props = { title: string; logoUrl: string | null; href: string }

/** The tenant's logo and name. */
export function BrandMark({ title, logoUrl, href }: Props) {
  const lang = usePlatformLang()(title)
  return (
    <Link className="brandmark" href={href}>
      <Logo src={logoUrl} size={32} />
      <span className="clip1" lang={lang}>{title}</span>
    </Link>
  )
}
