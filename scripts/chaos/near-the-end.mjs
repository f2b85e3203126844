// Papers whose time is nearly over while a clock is wrong: none may end before it.
import { sql } from 'drizzle-orm'
import { directDoor, logIn } from '../../training-api/tests/answer-kill-stage.ts'

/** Less than a wrong clock is wrong by, and more than it stays so. */
const leftSeconds = 120

/**
 * Papers of accounts that do nothing else. `begin` opens them with two minutes left, `look` asks for them again as their pages would, of
 * whichever training API is given, and `end` gives them their time back; both say which have ended meanwhile.
 */
export async function papersNearTheirEnd({ db, platform, accounts }) {
  const doors = await Promise.all(accounts.map(async (account) => directDoor(platform, await logIn(platform, account))))
  let papers = []
  const ids = () => sql`(${sql.join(papers.map(({ ref }) => sql`${Number(ref.attemptId)}`), sql`, `)})`
  const ended = async () => {
    const { rows } = await db.execute(sql`select learner_id, status from attempts where tenant_id = 82 and attempt_id in ${ids()} and status <> 'running'`)
    return rows.map(({ learner_id: learner, status }) => `the paper of learner ${learner} is ${status} before its time is over`)
  }
  const leave = (interval) => db.execute(sql`update attempts set deadline_at = clock_timestamp() + ${interval}::interval where tenant_id = 82 and attempt_id in ${ids()} and status = 'running'`)
  return {
    async begin() {
      papers = await Promise.all(doors.map((door) => door.start()))
      await leave(`${leftSeconds} seconds`)
    },
    async look() {
      // Twice: each training API in its turn.
      for (let time = 0; time < 2; time += 1) for (const door of doors) await door.start()
      return ended()
    },
    async end() {
      const wrong = await ended()
      await leave('10 hours')
      return wrong
    },
  }
}
