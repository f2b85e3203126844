import { TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { ButtonLink } from '@/components/ui/button-link'
import { Icon } from '@/components/ui/icon'
import { Panel } from '@/components/ui/panel'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { routes } from '@/lib/routes'
import styles from './refused.module.css'

type Props = { /** Why, as the platform says it. */ words: string; /** Home unless said otherwise. */ action?: { href: string; label: string } }

/** A page of its own instead of something that the platform refuses to show. */
export function RefusedPage(props: Props) {
  return <main id="main" tabIndex={-1} className="container page"><Refused {...props} /></main>
}

/** Instead of something that the platform refuses to show: its own words, and a way on. */
export function Refused({ words, action }: Props) {
  const t = useTranslations('site.notFound')
  const translated = usePlatformWords()(words)
  return (
    <Panel>
      <div className="errbox" role="alert">
        <Icon of={TriangleAlert} className="i" />
        <h1 className={`h2 ${styles.words}`}><PlatformText>{translated}</PlatformText></h1>
        <ButtonLink href={action?.href ?? routes.home()}>{action?.label ?? t('action')}</ButtonLink>
      </div>
    </Panel>
  )
}
