import { useTranslations } from 'next-intl'

/** The first stop of the Tab key: past the header, to the content. */
export function SkipLink() {
  const t = useTranslations('shell')
  return <a className="skip" href="#main">{t('skip')}</a>
}
