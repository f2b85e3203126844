import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freshDataDir } from './throwaway.ts'

/** What a loop of kills found: `missing` rows were acknowledged and are gone, `torn` transactions are there by half. */
export type KillReport = { rounds: number; acknowledged: number; missing: number; torn: number }

type Found = { ids: number[]; torn: number }
type Life = { found: Found; acknowledged: number[] }

const writer = fileURLToPath(new URL('./kill-writer.ts', import.meta.url))

/** Kills a writing process with SIGKILL, lets the next one say what it finds, and so on for a number of rounds. */
export async function killLoop(rounds: number, onRound: (report: KillReport) => void = () => {}): Promise<KillReport> {
  const dataDir = await freshDataDir()
  const report: KillReport = { rounds: 0, acknowledged: 0, missing: 0, torn: 0 }
  let before: number[] = []
  let since = 0
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const last = round === rounds
      const { found, acknowledged } = await live(dataDir, since, last ? undefined : 100 + Math.random() * 900)
      if (round > 0) {
        const there = new Set(found.ids)
        report.rounds += 1
        report.acknowledged += before.length
        report.missing += before.filter((id) => !there.has(id)).length
        report.torn += found.torn
        onRound(report)
      }
      since = Math.max(since, ...found.ids)
      before = acknowledged
    }
    return report
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** One life of the writer: what it found, and what it acknowledged until it was killed (or only looked). */
async function live(dataDir: string, since: number, lifeMs: number | undefined): Promise<Life> {
  const task = [writer, dataDir, '--since', String(since), ...(lifeMs === undefined ? ['--look'] : [])]
  const child = spawn(process.execPath, task, { stdio: ['ignore', 'pipe', 'pipe'] })
  let found: Found | undefined
  const acknowledged: number[] = []
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!found) found = JSON.parse(line) as Found
    else if (acknowledged.push(Number(line)) === 1) setTimeout(() => child.kill('SIGKILL'), lifeMs)
  })
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
  const asIntended = lifeMs === undefined ? signal === null : signal === 'SIGKILL'
  if (!found || !asIntended) throw new Error(`the writer ended by itself: ${complaint}`)
  return { found, acknowledged }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
  const report = await killLoop(Number(values.rounds), ({ rounds, acknowledged, missing, torn }) =>
    process.stdout.write(`round ${rounds}: ${acknowledged} acknowledged, ${missing} missing, ${torn} torn\n`),
  )
  process.exitCode = report.missing + report.torn > 0 ? 1 : 0
}
