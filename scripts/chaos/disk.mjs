// A disk that is full to the last byte, under the embedded database and under PostgreSQL: nothing may be acknowledged that is not on it,
// refusals say so, and everything goes on once there is room again, of what learners write to the platform itself or through the web and of
// papers that they answer and hand in there. What was acknowledged is looked for after a `kill -9`, on the disk alone.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { openDatabase } from '../../training-api/db/client.ts'
import { apiPart, databasePart, freePort } from '../../training-api/tests/answer-kill-stage.ts'
import { testMoment } from '../../training-api/tests/support.ts'
import { freshDataDir } from '../../training-api/tests/throwaway.ts'
import { undoAtEnd } from '../lib/processes.mjs'
import { answeringLearners } from './answering.mjs'
import { makeCluster, noCluster } from './cluster.mjs'
import { notRun, troubleLoop } from './loop.mjs'
import { judged } from './papers-kept.mjs'
import { randomOf } from './random.mjs'
import { makeSmallDisk, noDisk } from './small-disk.mjs'
import { webPart } from './web.mjs'
import { bringUp, fillCluster, readyWorld, writingLearners } from './writes.mjs'

const diskMegabytes = 420
const fullMs = 4_000
/** The longest that a server without room lets a caller wait for its refusal. */
const refusalMs = 12_000
const fullStatuses = new Set([503, 507])
const oddWords = { 0: 'not answered', refused: 'refused' }

/** A picture that needs room. */
const bigPicture = (seed) => sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 + (seed % 7) } } }).png().toBuffer()

async function upload(apiUrl, token, content) {
  const form = new FormData()
  form.set('file', new File([content], 'me.png'))
  const reply = await fetch(`${apiUrl}/admin/user/avatar/upload`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'tenant-id': '82' }, body: form, signal: AbortSignal.timeout(refusalMs) })
  const { code, msg, data } = await reply.json()
  return { status: reply.status, code, msg, data }
}

/** Writes much at once, so that the log of the database runs out of its files too; gives the answers, 0 where none came. */
async function writeMuch(platform, random) {
  const statuses = []
  const text = () => Array.from({ length: 12_000 }, () => Math.floor(random() * 2 ** 48).toString(36)).join('').slice(0, 190_000)
  const save = (seq) => platform.post('train/web/saveStudyPosition', { sectionId: 3201, resourceId: 7001, position: 1, seq, suspendData: text() }).then(() => statuses.push(200), (error) => statuses.push(error.status ?? 'refused'))
  for (let turn = 0; turn < 80 && !statuses.slice(-4).includes(507); turn += 1) await Promise.all([1, 2, 3, 4].map((at) => save(Date.now() * 10 + at)))
  return statuses
}

/** What is wrong with how a platform answered writes on a full disk, by the statuses alone (0 where nothing came). */
export function faultsOfStatuses(statuses) {
  const odd = statuses.filter((status) => status !== 200 && !fullStatuses.has(status))
  return [...(statuses.some((status) => fullStatuses.has(status)) ? [] : ['the disk was not full']), ...new Set(odd.map((status) => `a write was ${oddWords[status] ?? `answered ${status}`}`))]
}

/** A full disk as a cause of trouble on a stage, whose learners write to the platform itself or through the web, and answer papers there. */
function fullDisk(name, { disk, parts, apiUrl }, { writing, answering, line }) {
  const stored = parts.filter((part) => part.name !== 'web')
  // What the platform says it says to those who ask it themselves; what doors say is judged as ever.
  const asking = writing.filter(({ cookie }) => cookie === undefined)
  let number = 0
  let dice = Math.random
  return {
    name, lastsMs: fullMs, isWebUp: true,
    async begin(random) {
      dice = random
      // One of them hands in just then, the others answer.
      const handsIn = await answering[number % answering.length].readyToHandIn()
      // To the last byte, with room for a few more commits, or so that the log needs another file before the tables are full.
      disk.fill([0, Math.floor(random() * 300_000), Math.floor(random() * 15_000_000)][Math.floor(random() * 3)])
      handsIn()
    },
    async during() {
      const faults = []
      const statuses = [...(await writeMuch(asking[0].platform, dice)), ...asking.flatMap(({ troubles }) => troubles.map(({ status }) => status))]
      const said = Object.entries(Object.groupBy(statuses, (status) => status)).map(([status, each]) => `${status}: ${each.length}`)
      line(`${name}: answers while full: ${said.join(', ')}`)
      faults.push(...faultsOfStatuses(statuses))
      for (const { status, text } of asking.flatMap(({ troubles }) => troubles)) {
        if (!fullStatuses.has(status)) faults.push(`answered ${status}: ${text?.slice(0, 100)}`)
        else if (!/空间|暂时/.test(text)) faults.push(`does not say why: ${text?.slice(0, 100)}`)
      }
      const { token } = asking[0].platform
      const begun = performance.now()
      const sent = await upload(apiUrl, token, await bigPicture((number += 1))).catch((error) => ({ status: 0, msg: String(error) }))
      const took = performance.now() - begun
      if (took > refusalMs - 100) faults.push(`an upload waited ${Math.round(took / 1000)} s`)
      if (sent.code === 0) {
        const served = await fetch(apiUrl + sent.data.url).catch(() => null)
        if (served?.status !== 200) faults.push('an acknowledged upload cannot be read')
      } else if (!fullStatuses.has(sent.status)) faults.push(`an upload was answered ${sent.status} ${sent.msg}`)
      return [...new Set(faults)]
    },
    // A PostgreSQL server that found no room for its log ends itself; whoever runs it starts it again.
    async end() {
      disk.free()
      for (const part of stored) await part.revive?.()
    },
    // What was acknowledged must be on the disk, and not in the memory of a process.
    async settle() {
      await Promise.all(stored.map((part) => part.kill()))
      await bringUp(stored)
    },
  }
}

async function run({ parts: stored, ...given }, name, { rounds, takers, seed, line }) {
  const webPort = await freePort()
  const webUrl = `http://localhost:${webPort}`
  const stage = { ...given, parts: [...stored, webPart(webPort, given.apiUrl)] }
  const { apiUrl, parts } = stage
  try {
    await bringUp(parts)
    const writing = await writingLearners({ apiUrl, webUrl, takers, seed })
    const answering = await answeringLearners({ apiUrl, webUrl, first: takers, count: Math.max(2, Math.ceil(takers / 2)), seed })
    const rows = await troubleLoop({ learners: [...writing, ...answering], parts, causes: [fullDisk(name, stage, { writing, answering, line })], rounds, random: randomOf(seed), line })
    for (const learner of answering) await learner.finish()
    for (const part of parts.toReversed()) if (!stage.hasServer || part.name !== databasePart) await part.stop()
    const found = await judged(answering, stage, { rounds, line })
    return [...rows, ...found.map((row) => ({ ...row, cause: `${name}: ${row.cause}` }))]
  } finally {
    for (const part of parts.toReversed()) await part.kill()
    await stage.close()
  }
}

async function embedded() {
  const disk = await makeSmallDisk(diskMegabytes)
  if (!disk) return { lacks: noDisk }
  const template = await freshDataDir({ seed: true, now: testMoment })
  const remove = undoAtEnd(async () => rmSync(template, { recursive: true, force: true }))
  const dataDir = join(disk.folder, 'data')
  cpSync(template, dataDir, { recursive: true })
  await remove()
  const open = () => openDatabase({ dataDir, durable: true, migrate: false })
  await readyWorld(await open())
  const port = await freePort()
  return { disk, open, hasServer: false, parts: [apiPart(port, { DATA_DIR: dataDir })], apiUrl: `http://127.0.0.1:${port}`, close: async () => disk.close() }
}

async function onServer() {
  const disk = await makeSmallDisk(diskMegabytes)
  if (!disk) return { lacks: noDisk }
  const cluster = await makeCluster({ within: disk.folder })
  if (!cluster) {
    disk.close()
    return { lacks: noCluster }
  }
  await fillCluster(cluster)
  const port = await freePort()
  return { disk, open: () => openDatabase({ databaseUrl: cluster.url, migrate: false }), hasServer: true, parts: [cluster.part, apiPart(port, { DATABASE_URL: cluster.url })], apiUrl: `http://127.0.0.1:${port}`, close: async () => disk.close() }
}

/** Runs the rounds on both engines; gives the rows of the table. */
export async function chaosDisk(options) {
  const rows = []
  for (const [name, make] of [['disk full, embedded database', embedded], ['disk full, PostgreSQL', onServer]]) {
    const stage = await make()
    if (stage.lacks) rows.push(notRun(name, stage.lacks))
    else rows.push(...(await run(stage, name, { ...options, rounds: Math.ceil(options.rounds / 2) })))
  }
  return rows
}
