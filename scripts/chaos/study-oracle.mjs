// What must be there of what learners were told about their study, and nothing beyond it.
import { sql } from 'drizzle-orm'

const sentences = (rules) => rules.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence)

/**
 * What is missing of what was acknowledged, and what was counted twice: `position` as it is stored, `beat` as the answer to the last
 * acknowledged beat that was sent again, which must count nothing any more.
 */
export function missingOf(acked, { position, beat, elapsedSeconds }) {
  const [place, seq] = [position?.position ?? 0, position?.seq ?? 0]
  return {
    missing: sentences([
      [place < acked.position, `position ${place} after ${acked.position} was acknowledged`],
      [seq < acked.positionSeq, `the position's number ${seq} after ${acked.positionSeq} was acknowledged`],
      [beat.countedSeconds + beat.notCountedSeconds > 0, `beat ${acked.seq} was acknowledged and is new again`],
      [beat.visitSeconds < acked.visitSeconds, `${beat.visitSeconds} seconds after ${acked.visitSeconds} were acknowledged`],
    ]),
    twice: sentences([[beat.visitSeconds > Math.ceil(elapsedSeconds), `${beat.visitSeconds} seconds in a visit of ${Math.ceil(elapsedSeconds)}`]]),
  }
}

/** The rows of visits by their keys, each with what the ledger holds of it, and whose points are not the sum of what was given. */
export async function readStudyRows(db, visitKeys) {
  const visits = await db.execute(sql`
    select v.visit_key as "visitKey", v.last_seq as "lastSeq", v.counted_seconds as "countedSeconds", v.ended_at is not null as "hasEnded", v.added_minutes as "addedMinutes",
      (select coalesce(sum(l.counted_seconds), 0)::int from study_ledger l where l.tenant_id = v.tenant_id and l.visit_id = v.visit_id) as "ledgerSeconds"
    from study_visits v where v.tenant_id = 82 and v.visit_key = any(${sql.param(visitKeys)}::text[])`)
  const points = await db.execute(sql`
    select learner_id as "learnerId", coalesce(t.value, 0)::int as total, coalesce(p.given, 0)::int as given
    from (select learner_id, value from learner_totals where tenant_id = 82 and metric = 'points' and scope = 'tenant') t
    full join (select learner_id, sum(points) as given from points_ledger where tenant_id = 82 group by 1) p using (learner_id)
    where coalesce(t.value, 0) <> coalesce(p.given, 0)`)
  return { visits: visits.rows, points: points.rows }
}

/** What the rows lack of what learners were told of their visits, and what they have of it twice. */
export function rowsAgainst(told, { visits, points }) {
  const found = { missing: [], twice: [] }
  for (const { account, visitKey, acked, addedMinutes } of told) {
    const visit = visits.find((one) => one.visitKey === visitKey) ?? { lastSeq: 0, countedSeconds: 0, hasEnded: false, addedMinutes: 0, ledgerSeconds: 0 }
    // A minute was reported, and what beats have proven counts where it is more.
    const minutes = Math.max(1, Math.floor(acked.visitSeconds / 60))
    const ledger = Math.max(visit.countedSeconds, minutes * 60)
    found.missing.push(...sentences([
      [visit.lastSeq < acked.seq, `${account}: beat ${visit.lastSeq} is the last, after ${acked.seq} was acknowledged`],
      [visit.countedSeconds < acked.visitSeconds, `${account}: ${visit.countedSeconds} seconds after ${acked.visitSeconds} were acknowledged`],
      [!visit.hasEnded, `${account}: the visit has not ended`],
      [addedMinutes < minutes || visit.addedMinutes < minutes, `${account}: the visit added ${addedMinutes} minutes, not ${minutes}`],
      [visit.ledgerSeconds < ledger, `${account}: ${visit.ledgerSeconds} seconds in the ledger, not ${ledger}`],
    ]))
    found.twice.push(...sentences([
      [addedMinutes > minutes || visit.addedMinutes > minutes, `${account}: the visit added ${addedMinutes} minutes, not ${minutes}`],
      [visit.ledgerSeconds > ledger, `${account}: ${visit.ledgerSeconds} seconds in the ledger, not ${ledger}`],
    ]))
  }
  for (const { learnerId, total, given } of points) found[total > given ? 'twice' : 'missing'].push(`learner ${learnerId} has ${total} points of ${given}`)
  return found
}
