// Worlds of many learners for a measurement, made by the database itself; `--keep` lets the next run find them again.
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../training-api/db/client.ts'
import { indexLabels } from '../../../training-api/queries/label-sets.ts'
import { cutCrowdedBuckets } from '../../../training-api/queries/rank-pieces.ts'
import { makeWorld } from '../../../training-api/seed/world.ts'
import { addressOf, administer, dropAtEnd, vacuum } from '../databases.mjs'
import { givenServer } from '../../lib/parts.mjs'
import { undoAtEnd } from '../../lib/processes.mjs'
import { Refusal } from '../../lib/refusal.mjs'
import { temporaryFolder } from '../servers.mjs'
import { multiplyCrowd } from './copies.mjs'
import { figuresOf } from './figures.mjs'
import { crowdSize } from './size.mjs'
import { completion } from './templates.mjs'
import { worldVersion } from './version.mjs'

const busy = 440
const extraCourses = 152
const keptFolder = '.bench'

const version = worldVersion()

async function openPostgres(learners, keep) {
  const name = `trainhall_growth_${keep ? '' : `${process.pid}_`}${learners}`
  const remove = keep ? () => administer(`drop database if exists ${name} with (force)`) : dropAtEnd(name)
  const { rows: [known] } = await administer(`select 1 from pg_database where datname = '${name}'`)
  if (!known) await administer(`create database ${name}`)
  const opened = await openDatabase({ databaseUrl: addressOf(name), poolSize: 1 })
  // One session for the whole run, so that its backend's processor time can be read.
  opened.db.$client.options.idleTimeoutMillis = 0
  return { ...opened, remove }
}

async function openPglite(folder) {
  mkdirSync(folder, { recursive: true })
  const opened = await openDatabase({ dataDir: folder, watchdogSeconds: 3600 })
  return { ...opened, close: undoAtEnd(() => opened.close()), remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

const openers = {
  postgres: openPostgres,
  pglite: (learners, keep) => openPglite(keep ? join(keptFolder, `growth-${learners}`) : temporaryFolder()),
}

/** When a kept world was filled; undefined when there is none, or another than would be made today. */
async function filledAt(db) {
  const { rows: [found] } = await db.$client.query(`select value from markers where tenant_id = 0 and name = 'growth'`)
  return found?.value.version === version ? new Date(found.value.filledAt) : undefined
}

/** What a fault says, and those below it: a database's own words are the cause of a query's failure. */
const saidBy = (fault) => (fault ? `${fault.message} ${saidBy(fault.cause)}` : '')

function sayPlace(engine, keep) {
  if (engine === 'postgres' && givenServer()) return ''
  return keep ? ` It was made in ${keptFolder}.` : ` It was made in ${tmpdir()}; TMPDIR names another place.`
}

/** A world of so many learners, and when it was filled; `close` takes it away unless it is kept. */
export async function openWorld(engine, learners, { keep, progress }) {
  let opened = await openers[engine](learners, keep)
  let filled = await filledAt(opened.db)
  const { rows: [tenant] } = await opened.db.$client.query('select 1 from tenants limit 1')
  if (!filled && tenant) {
    await opened.close()
    await opened.remove()
    opened = await openers[engine](learners, keep)
  }
  try {
    filled ??= await fill(opened.db, learners, progress)
  } catch (fault) {
    await opened.close()
    await opened.remove()
    throw /no space left/i.test(saidBy(fault)) ? new Refusal(`The disk is too small for a world of ${learners} learners.${sayPlace(engine, keep)}`) : fault
  }
  const { close, remove } = opened
  return { ...opened, engine, learners, filledAt: filled, close: () => close().then(keep ? undefined : remove) }
}

/** What `--keep` and runs that were broken off have left, removed. */
export async function removeKept() {
  rmSync(keptFolder, { recursive: true, force: true })
  if (!givenServer()) return
  await removeDatabases()
}

/** The databases on the server that `--keep` has left, and those of runs that were broken off before they could take theirs away. */
export async function removeDatabases() {
  const { rows } = await administer(`select datname as name, exists (select 1 from pg_stat_activity a where a.datname = d.datname) as "isUsed" from pg_database d where datname ~ '^trainhall_(growth|bench)_[0-9]+'`)
  for (const { name, isUsed } of rows) {
    const [, pid] = /^trainhall_(?:growth|bench)_(\d+)_/.exec(name) ?? []
    if (pid === undefined) await administer(`drop database ${name} with (force)`)
    // Not by force: a run on another machine may come to it meanwhile.
    else if (!isUsed && !isRunning(Number(pid))) await administer(`drop database if exists ${name}`)
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return fault.code !== 'ESRCH'
  }
}

async function fill(db, learners, progress) {
  const times = learners / crowdSize
  const now = new Date()
  const begun = performance.now()
  const tell = (text) => progress(`${learners.toLocaleString('en')} learners, ${Math.round((performance.now() - begun) / 1000)} s: ${text}`)
  const session = await db.$client.connect()
  const query = (text) => session.query(text)
  try {
    for (const setting of ['statement_timeout = 0', 'synchronous_commit = off', `maintenance_work_mem = '512MB'`, `work_mem = '128MB'`]) await query(`set ${setting}`)
  } finally {
    session.release()
  }
  await makeWorld({ now, size: { extraLearners: crowdSize - busy, extraCourses }, write: (rows, what) => rows.write(db, what) })
  tell('the demo world')
  await fillBySql(db, times, tell)
  await indexLabels(db)
  await db.$client.query(vacuum)
  tell('vacuum')
  await cutCrowdedBuckets(db)
  tell('crowded buckets')
  await db.$client.query(vacuum)
  await db.$client.query('checkpoint')
  await db.$client.query(`insert into markers (tenant_id, name, value, updated_at) values (0, 'growth', $1, now())`, [JSON.stringify({ version, filledAt: now.toISOString() })])
  for (const setting of ['statement_timeout', 'synchronous_commit', 'maintenance_work_mem', 'work_mem']) await db.$client.query(`reset ${setting}`)
  tell('filled')
  return now
}

/** Completes a demo world's crowd and multiplies it, until it is there `times` times. */
export async function fillBySql(db, times, tell) {
  const session = await db.$client.connect()
  const query = (text) => session.query(text)
  try {
    for (const statement of completion) await query(statement)
    tell('the crowd is complete')
    await multiplyCrowd(query, times, tell)
    for (const statement of figuresOf(times)) await query(statement)
    tell('figures')
  } finally {
    session.release()
  }
}

