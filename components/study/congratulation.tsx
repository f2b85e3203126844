'use client'

import { Award } from 'lucide'
import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Dialog } from '@/components/ui/dialog'
import { Icon } from '@/components/ui/icon'
import { localDay } from '@/lib/domain/certificates'
import type { ObtainedCertificate } from '@/lib/domain/study'
import { routes } from '@/lib/routes'
import styles from './congratulation.module.css'

type Props = { certificate: ObtainedCertificate; onClose: () => void }

/** A certificate was obtained just now: what it is, and the way to all of them. */
export default function Congratulation({ certificate, onClose }: Props) {
  const t = useTranslations('rewards')
  const { name, number, issuer, obtainedAt, validity } = certificate
  // Our own words are in the page's language whatever they look like: Japanese ones without kana would pass for Chinese.
  const facts = [
    number && { term: t('number'), text: number },
    issuer && { term: t('issuer'), text: issuer },
    obtainedAt && { term: t('obtained'), text: localDay(obtainedAt), ours: true },
    validity && { term: t('validity'), text: validity.kind === 'months' ? t('months', { months: validity.months }) : validity.kind === 'until' ? t('until', { date: localDay(validity.date) }) : t('permanent'), ours: true },
  ].filter((fact) => Boolean(fact)) as { term: string; text: string; ours?: true }[]
  return (
    <Dialog
      open
      title={t('title')}
      onClose={onClose}
      actions={
        <>
          <ButtonLink href={routes.personalCentre('certificates')} onClick={onClose}>{t('view')}</ButtonLink>
          <Button look="primary" data-autofocus onClick={onClose}>{t('close')}</Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <span className={styles.seal}><Icon of={Award} className="i" /></span>
        <p className={styles.name}>{name ? t.rich('text', { name: () => <PlatformText>{name}</PlatformText> }) : t('textUnnamed')}</p>
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map(({ term, text, ours }) => <div key={term}><dt>{term}</dt><dd className="num">{ours ? text : <PlatformText>{text}</PlatformText>}</dd></div>)}
          </dl>
        )}
      </div>
    </Dialog>
  )
}
