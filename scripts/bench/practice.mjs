// What a draw of 100 questions costs from a small and from a large bank, with five labels chosen and with none.
import { sql } from 'drizzle-orm'
import { indexLabels } from '../../training-api/queries/label-sets.ts'
import { listQuestions } from '../../training-api/queries/papers.ts'
import { countBankQuestions, drawQuestions, matchingSets } from '../../training-api/queries/practice.ts'
import { findEngines, openBenchDatabase, vacuum } from './databases.mjs'
import { median } from './measure.mjs'
import { practiceVerdict, sayGoals } from './verdicts.mjs'

const tenantId = 143
const subjectId = 701
const batch = 10_000
const drawn = 100
const draws = 60

/** Five groups of four labels; the first label of each stands on seven questions of ten, so that all five leave a sixth. */
export async function fill(db, count, progress) {
  const run = (text) => db.execute(sql.raw(text))
  await run('select setseed(0.42)')
  await run(`insert into subjects (tenant_id, subject_id, position, title) values (${tenantId}, ${subjectId}, 1, 'bench')`)
  await run(`insert into label_groups (tenant_id, subject_id, group_id, position, title) select ${tenantId}, ${subjectId}, g, g, 'group' from generate_series(1, 5) g`)
  await run(`insert into label_values (tenant_id, group_id, value_id, position, title) select ${tenantId}, g, g * 10 + v, v, 'label' from generate_series(1, 5) g, generate_series(1, 4) v`)
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(count, from + batch - 1)
    await run(`insert into questions (tenant_id, question_id, subject_id, kind, content, analysis, in_practice, draw_key)
      select ${tenantId}, n, ${subjectId}, 'single', '<p>' || repeat('question ', 12) || n || '</p>', '<p>' || repeat('analysis ', 12) || '</p>', true, random() from generate_series(${from}, ${to}) n`)
    await run(`insert into question_options (tenant_id, question_id, option_id, position, content, correct)
      select ${tenantId}, n, n * 10 + o, o, 'option ' || o, o = 1 from generate_series(${from}, ${to}) n, generate_series(1, 4) o`)
    await run(`insert into question_labels (tenant_id, subject_id, value_id, question_id, draw_key)
      select ${tenantId}, ${subjectId}, g * 10 + case when r < 0.7 then 1 when r < 0.8 then 2 when r < 0.9 then 3 else 4 end, n, r
      from (select n, g, random() r from generate_series(${from}, ${to}) n, generate_series(1, 5) g) made`)
    progress(`${to.toLocaleString('en')} of ${count.toLocaleString('en')} questions`)
  }
  await indexLabels(db)
  for (const table of ['questions', 'question_options', 'question_labels', 'label_sets']) await run(`${vacuum} ${table}`)
}

const five = Array.from({ length: 5 }, (_, group) => ({ groupId: group + 1, valueId: (group + 1) * 10 + 1 }))
const cases = { 'five labels': five, 'no label': [] }

/** What draws and counts of a filled bank took, in ms. */
export async function measure(db, tags) {
  const bank = { tenantId, subjectId, tags }
  const times = { draw: [], count: [] }
  for (let at = 0; at < draws; at += 1) {
    let begun = performance.now()
    const questionIds = await drawQuestions(db, { ...bank, sets: await matchingSets(db, bank), count: drawn })
    const questions = await listQuestions(db, { tenantId, questionIds })
    times.draw.push(performance.now() - begun)
    if (questions.length !== drawn) throw new Error(`A draw gave ${questions.length} questions instead of ${drawn}.`)
    begun = performance.now()
    await countBankQuestions(db, bank)
    times.count.push(performance.now() - begun)
  }
  return { draw: median(times.draw), count: median(times.count) }
}

/** Measures both engines and prints a table; a draw is the questions with their options, as the practice page needs them. */
export async function benchPractice({ rounds, print, few = 1000, many = 100_000 }) {
  const rows = []
  for (const engine of await findEngines(print)) {
    const worlds = []
    for (const count of [few, many]) {
      const world = { count, ...(await openBenchDatabase(engine, `practice_${count}`)) }
      worlds.push(world)
      await fill(world.db, count, (text) => print.progress(`${engine}: ${text}`))
    }
    try {
      for (const [name, tags] of Object.entries(cases)) {
        const runs = worlds.map(() => [])
        for (const { db } of worlds) await measure(db, tags)
        // In turn, so that a disturbance hits both alike.
        for (let round = 1; round <= rounds; round += 1) for (const [index, { db }] of worlds.entries()) runs[index].push(await measure(db, tags))
        const [small, large] = runs.map((run) => ({ draw: median(run.map(({ draw }) => draw)), count: median(run.map(({ count }) => count)) }))
        rows.push({ engine, case: name, few, many, small, large, ratio: large.draw / small.draw })
      }
    } finally {
      for (const { close } of worlds) await close()
    }
  }
  const ms = (value) => value.toFixed(2)
  print.table([`engine, draw of ${drawn}`, `p50 ms of ${few.toLocaleString('en')}`, `of ${many.toLocaleString('en')}`, 'times', 'count, ms', 'count, ms'], rows.map(({ engine, case: name, small, large, ratio }) => [
    `${engine}, ${name}`, ms(small.draw), ms(large.draw), ratio.toFixed(2), ms(small.count), ms(large.count),
  ]))
  const verdict = practiceVerdict(rows)
  for (const line of sayGoals(verdict)) print.line(line)
  return [...rows, verdict]
}
