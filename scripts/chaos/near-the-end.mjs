// Papers while a clock is wrong: those whose time is nearly over may not end before it, and one that is begun then has all of its time.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Cut, directDoor, logIn } from '../../training-api/tests/answer-kill-stage.ts'

/** Less than a wrong clock is wrong by, and more than it stays so. */
const leftSeconds = 120
/** What the exam gives (world.mjs). */
const wholeSeconds = 600 * 60
/** A start and the look at it take some time. */
const lookedWithinSeconds = 30

/** Does it again where nobody knows what became of it. */
async function patiently(act) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (fault) {
      if (!(fault instanceof Cut) || tries === 10) throw fault
      await pause(500)
    }
  }
}

/**
 * Papers of accounts that do nothing else. `begin` opens them with two minutes left; `look` asks each training API (`urls`) for them, as their
 * pages would, and lets one more be begun anew there; `end` gives all their time back. `look` and `end` say what is not as it should be.
 */
export async function papersNearTheirEnd({ db, urls, accounts }) {
  const [anew, ...others] = await Promise.all(accounts.map(async (account) => {
    const login = await logIn(urls[0], account)
    return urls.map((url) => directDoor(url, login))
  }))
  let papers = []
  let notBegun = []
  const named = (ids) => sql`tenant_id = 82 and attempt_id in (${sql.join(ids.map((id) => sql`${Number(id)}`), sql`, `)})`
  const near = () => named(papers.map(({ ref }) => ref.attemptId))
  const leave = (interval) => db.execute(sql`update attempts set deadline_at = clock_timestamp() + ${interval}::interval where ${near()} and status = 'running'`)

  async function ended() {
    if (papers.length === 0) return []
    const { rows } = await db.execute(sql`select learner_id, status from attempts where ${near()} and status <> 'running' and deadline_at > clock_timestamp()`)
    return rows.map(({ learner_id: learner, status }) => `the paper of learner ${learner} is ${status} before its time is over`)
  }

  async function beganAnew(door) {
    await patiently(async () => door.handIn((await door.start()).ref))
    const { ref } = await patiently(() => door.start())
    const { rows } = await db.execute(sql`select date_part('epoch', deadline_at - clock_timestamp()) as left from attempts where ${named([ref.attemptId])}`)
    const missing = wholeSeconds - rows[0].left
    return missing < -1 || missing > lookedWithinSeconds ? [`a paper that was just begun has ${Math.abs(Math.round(missing))} s ${missing > 0 ? 'less' : 'more'} than its time`] : []
  }

  return {
    async begin() {
      papers = []
      notBegun = []
      try {
        papers = await Promise.all(others.map(([door]) => patiently(() => door.start())))
        await leave(`${leftSeconds} seconds`)
      } catch (fault) {
        notBegun = [`papers near their end were not to be had: ${fault.message}`]
      }
    },
    async look() {
      try {
        for (const doors of others) for (const door of doors) await patiently(() => door.start())
        const wrong = []
        for (const door of anew) wrong.push(...(await beganAnew(door)))
        return [...notBegun, ...wrong, ...(await ended())]
      } catch (fault) {
        return [`who has a paper near its end: ${fault.message}`]
      }
    },
    async end() {
      const wrong = await ended()
      if (papers.length > 0) await leave('10 hours')
      return wrong
    },
  }
}
