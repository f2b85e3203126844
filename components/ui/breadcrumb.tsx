import { ChevronRight } from 'lucide'
import { useTranslations } from 'next-intl'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'

/** Where one is: links up to the page itself, which has no link. */
export function Breadcrumb({ items }: { items: readonly { label: string; href?: string; lang?: string }[] }) {
  const t = useTranslations('ui.breadcrumb')
  return (
    <nav aria-label={t('label')}>
      <ol className="crumbs">
        {items.map(({ label, href, lang }, index) => (
          <li key={`${index}-${label}`} lang={lang}>
            {index > 0 && <Icon of={ChevronRight} className="i i-16" />}
            {href ? <Link href={href}>{label}</Link> : <span aria-current={index === items.length - 1 ? 'page' : undefined}>{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
