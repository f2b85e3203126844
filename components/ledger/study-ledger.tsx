import { useTranslations } from 'next-intl'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { EmptyState } from '@/components/ui/empty-state'
import { KindIcon } from '@/components/ui/kind-icon'
import { PageHead } from '@/components/ui/page'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { Link } from '@/components/ui/link'
import { hoursOf, ledgerRows, ledgerTotals, notCountedMinutes, type LedgerEntry, type LedgerRow } from '@/lib/domain/ledger'
import { addressOf, type Player, type PlayerSubject } from '@/lib/domain/player'
import { routes } from '@/lib/routes'
import styles from './ledger.module.css'

type Props = { player: Player; /** Null on a platform that keeps no ledger. */ entries: LedgerEntry[] | null }

/** The study time of a course or plan, section by section: what counted, what did not and why, and the sum that is shown everywhere. */
export function StudyLedger({ player, entries }: Props) {
  const t = useTranslations('ledger')
  const lang = usePlatformLang()
  const { subject } = player
  const rows = ledgerRows(player, entries)
  const totals = ledgerTotals(rows)
  const detail = subject.kind === 'course' ? routes.courseDetail(subject.id, subject.name) : routes.planDetail(subject.id, subject.name)
  return (
    <>
      <Breadcrumb items={[{ label: t('home'), href: routes.home() }, { label: subject.name, href: detail, lang: lang(subject.name) }, { label: t('title') }]} />
      <PageHead title={t.rich('of', { name: () => <PlatformText>{subject.name}</PlatformText> })} />
      <dl className={`panel ${styles.sums}`}>
        <div><dt>{t('counted')}</dt><dd><b className="num">{t('minutes', { minutes: totals.countedMinutes })}</b><span className="num">{t('hours', { hours: hoursOf(totals.countedMinutes) })}</span></dd></div>
        {entries && <div><dt>{t('notCounted')}</dt><dd><b className="num">{t('minutes', { minutes: totals.notCountedMinutes })}</b></dd></div>}
      </dl>
      <p className={styles.how}>{t(entries ? 'how' : 'howShort')}</p>
      <section className={`panel ${styles.table}`} aria-label={t('sections')}>
        {rows.length === 0
          ? <EmptyState text={t('none')} action={{ href: detail, label: t('toDetail') }} />
          : (
              <table role="table">
                <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">{t('section')}</th><th role="columnheader" scope="col" className="num">{t('counted')}</th>{entries && <><th role="columnheader" scope="col" className="num">{t('notCounted')}</th><th role="columnheader" scope="col">{t('reason')}</th></>}</tr></thead>
                <tbody role="rowgroup">{rows.map((row) => <Row key={row.key} row={row} subject={subject} isWhole={entries !== null} />)}</tbody>
                <tfoot role="rowgroup"><tr role="row"><th role="rowheader" scope="row">{t('total')}</th><td role="cell" className="num" data-label={t('counted')}>{t('minutes', { minutes: totals.countedMinutes })}</td>{entries && <><td role="cell" className="num" data-label={t('notCounted')}>{t('minutes', { minutes: totals.notCountedMinutes })}</td><td role="cell" /></>}</tr></tfoot>
              </table>
            )}
      </section>
    </>
  )
}

function Row({ row: { stop, name, countedMinutes, notCounted }, subject, isWhole }: { row: LedgerRow; subject: PlayerSubject; isWhole: boolean }) {
  const t = useTranslations('ledger')
  const missed = notCountedMinutes({ notCounted })
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span className={styles.name}>
          <KindIcon kind={!stop || stop.kind === 'study' ? 'course' : stop.kind} />
          <span>
            {stop && !stop.locked ? <Link className={styles.link} href={routes.player(addressOf(subject, stop))}><PlatformText>{name}</PlatformText></Link> : name ? <PlatformText>{name}</PlatformText> : t('gone')}
            {subject.kind === 'plan' && stop && <small className="muted"><PlatformText>{stop.item.name}</PlatformText></small>}
          </span>
        </span>
      </th>
      <td role="cell" className="num" data-label={t('counted')}>{t('minutes', { minutes: countedMinutes })}</td>
      {isWhole && (
        <>
          <td role="cell" className="num" data-label={t('notCounted')}>{missed > 0 ? t('minutes', { minutes: missed }) : '–'}</td>
          <td role="cell" className={notCounted.length === 0 ? styles.nothing : undefined} data-label={t('reason')}>
            {notCounted.length > 0 && <ul>{notCounted.map(({ reason, minutes }) => <li key={reason}>{t('because', { reason: t(`reasons.${reason}`), minutes })}</li>)}</ul>}
          </td>
        </>
      )}
    </tr>
  )
}
