import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { sheetOf } from '@/lib/domain/certificate-sheet'
import { certificateWords, localDay, type PrintedCertificate } from '@/lib/domain/certificates'
import { qrPath } from '@/lib/domain/qr'
import styles from './certificates.module.css'

type Props = { certificate: PrintedCertificate; /** Where it can be checked; without it there is no code. */ checkUrl: string | null }

/** A certificate as it is printed. What it says is also there as words: for whoever cannot see it, and for phones, where it is small. */
export function CertificatePaper({ certificate, checkUrl }: Props) {
  const t = useTranslations('certificates')
  const words = certificateWords(certificate, t, localDay)
  const { width, height, frames, ornaments, texts, logo, code } = sheetOf(certificate, words)
  const qr = checkUrl ? qrPath(checkUrl) : null
  return (
    <>
      <svg className={styles.paper} viewBox={`0 0 ${width} ${height}`} style={{ '--ratio': width / height }} aria-hidden="true" data-layout={certificate.layout}>
        <rect className={styles.ground} width={width} height={height} />
        {frames.map(({ stroke, tone, ...box }) => <rect key={stroke} {...box} className={styles[`${tone}Line`]} strokeWidth={stroke} />)}
        {ornaments.map((path) => <path key={path} d={path} className={styles.brandLine} strokeWidth={1.2} />)}
        {certificate.logoUrl && <image href={certificate.logoUrl} {...logo} />}
        {texts.filter(({ role }) => qr || role !== 'check').map(({ role, x, baseline, size, strong, anchor, tone, text }) => (
          <text key={`${role}${baseline}`} x={x} y={baseline} fontSize={size} fontWeight={strong ? 600 : 400} textAnchor={anchor} className={styles[tone]} data-role={role}>{text}</text>
        ))}
        {qr && (
          <svg x={code.x} y={code.y} width={code.width} height={code.height} viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges">
            <path d={qr.path} className={styles.ink} />
          </svg>
        )}
      </svg>
      <CertificateFacts certificate={certificate} className={styles.words} />
    </>
  )
}

/** What is printed, as a list of facts. */
export function CertificateFacts({ certificate, className }: { certificate: PrintedCertificate; className?: string }) {
  const t = useTranslations('certificates')
  const { facts } = certificateWords(certificate, t, localDay)
  // Our own words are in the page's language whatever they look like: Japanese ones without kana would pass for Chinese.
  const rows: { term: string; text: string; ours?: true }[] = [
    { term: t('holder'), text: certificate.learnerName },
    ...(certificate.workNumber ? [{ term: t('workNumberTerm'), text: certificate.workNumber }] : []),
    { term: t('name'), text: certificate.name },
    facts.number, { ...facts.validity, ours: true }, { ...facts.obtained, ours: true }, facts.issuer,
  ]
  return (
    <dl className={[styles.facts, className].filter(Boolean).join(' ')}>
      {rows.map(({ term, text, ours }) => <div key={term}><dt>{term}</dt><dd className="num">{ours ? text : <PlatformText>{text}</PlatformText>}</dd></div>)}
    </dl>
  )
}
