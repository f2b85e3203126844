import { Download } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { usePlatformLang } from '@/components/content/platform-text'
import { LanguageSwitch } from '@/components/shell/language-switch'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { inLanguage, routes } from '@/lib/routes'

type Props = {
  title: string
  /** The record number that Chinese law asks for, when the tenant has one. */
  filingNumber: string | null
  /** Tenants whose settings say so. */
  languageSwitch: boolean
}

/** Licence, client download, and the language for tenants that have it here. */
export function Footer({ title, filingNumber, languageSwitch }: Props) {
  const t = useTranslations('shell.footer')
  const locale = useLocale()
  const lang = usePlatformLang()(title)
  return (
    <footer className="footer">
      <div className="container">
        <p className="facts">
          <span>{t.rich('licence', { title: () => <span lang={lang}>{title}</span> })}</span>
          {filingNumber && <a href="https://beian.miit.gov.cn/" rel="noopener noreferrer" target="_blank" lang="zh-Hans">{filingNumber}</a>}
        </p>
        <Link href={inLanguage(locale, routes.downloads())}><Icon of={Download} className="i i-16" />{t('downloads')}</Link>
        <Link href={inLanguage(locale, routes.accessibility())}>{t('accessibility')}</Link>
        {languageSwitch && <LanguageSwitch />}
      </div>
    </footer>
  )
}
