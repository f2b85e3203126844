import { ShieldAlert, ShieldCheck } from 'lucide'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { useExamWords } from '@/components/exams/moments'
import styles from '@/components/exams/exams.module.css'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Form } from '@/components/ui/form'
import { Icon } from '@/components/ui/icon'
import { TextField } from '@/components/ui/text-field'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import type { ReceiptCheck } from '@/lib/domain/receipts'
import { usePlatformWords } from '@/lib/i18n/platform-words'

function Found({ check }: { check: ReceiptCheck }) {
  const t = useTranslations('exams.receipts')
  const { moment } = useExamWords()
  const hash = (text: string | null) => <span className={styles.hash}>{text ?? '–'}</span>
  const link = check.kind === 'answer' ? check.receipt : check.handIn
  const facts: [string, ReactNode][] = [
    [t('kind'), t(`kinds.${check.kind}`)],
    [t('exam'), <PlatformText key="title">{check.title}</PlatformText>],
    [t('time'), <time key="time" dateTime={link.time}>{moment(link.time)}</time>],
    ...(check.kind === 'answer'
      ? ([[t('link'), `${check.receipt.link}${check.receipt.late ? ` · ${t('late')}` : ''}`], [t('question'), check.receipt.questionId], [t('answerHash'), hash(check.receipt.answerHash)], [t('previousHash'), hash(check.receipt.previousHash)]] as [string, ReactNode][])
      : ([[t('byLabel'), t(`by.${check.handIn.by}`)], [t('answered'), t('answeredOf', { count: check.handIn.answeredCount, total: check.handIn.questionCount })], [t('previousHash'), hash(check.handIn.head)]] as [string, ReactNode][])),
    [t('hash'), hash(link.hash)],
    ...(link.signature ? [[t('signature'), hash(link.signature)] as [string, ReactNode]] : []),
    [t('handedIn'), check.isHandedIn ? moment(check.submittedAt) : t('notYet')],
    [t('key'), <pre key="key" className={styles.hash}>{check.publicKey}</pre>],
  ]
  return (
    <Panel labelledBy="verdict">
      <p className={`${styles.verdictLine} ${check.isValid ? styles.ok : styles.bad}`}>
        {check.isValid ? <Icon of={ShieldCheck} className="i" aria-hidden="true" /> : <Icon of={ShieldAlert} className="i" aria-hidden="true" />}
        <strong className="h2" id="verdict" role="status">{t(check.isValid ? 'valid' : 'invalid')}</strong>
      </p>
      {!check.isValid && <p className="muted">{t('invalidText')}</p>}
      <dl className={styles.receiptFacts}>{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
    </Panel>
  )
}

type Props = {
  action: string
  /** What was typed or linked, whether it can be a code or not. */
  typed: string
  /** What the platform said; null before anything was asked, and for what cannot be a code. */
  asked: Settled<ReceiptCheck | null> | null
}

/** Anybody can check one receipt of an answer or a hand-in. */
export function ReceiptCheckView({ action, typed, asked }: Props) {
  const t = useTranslations('exams.receipts')
  const errors = useTranslations('errors')
  const words = usePlatformWords()
  const why = asked?.words ? words(asked.words) : asked?.error === 'busy' || asked?.error === 'timeout' ? errors(asked.error) : undefined
  return (
    <Stack>
      <PageHead title={t('checkTitle')} />
      <Panel>
        <Form action={action} className={styles.checkForm}>
          <TextField label={t('code')} hint={t('codeHint')} error={typed !== '' && asked === null ? t('codeBad') : undefined} name="code" defaultValue={typed} required maxLength={200} autoComplete="off" spellCheck={false} />
          <div><Button type="submit" look="primary" icon={<Icon of={ShieldCheck} className="i" />}>{t('go')}</Button></div>
        </Form>
      </Panel>
      {asked?.error
        ? <Panel><ErrorState title={t('failed')} text={why} /></Panel>
        : asked && (asked.value ? <Found check={asked.value} /> : <Panel><p className={`${styles.verdictLine} ${styles.bad}`} role="status"><Icon of={ShieldAlert} className="i" aria-hidden="true" /><strong className="h2">{t('unknown')}</strong></p><p className="muted">{t('unknownText')}</p></Panel>)}
    </Stack>
  )
}
