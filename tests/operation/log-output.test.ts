import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'

const here = (file: string) => JSON.stringify(pathToFileURL(path.resolve(file)).href)
const ofTrainingApi = `const { createLog, hearTheRest } = await import(${here('training-api/operation/log.ts')}); const log = createLog('info'); hearTheRest(log, process);`
const ofWeb = `await import(${here('scripts/doctor/aliases.mjs')}); const { log } = await import(${here('lib/log.ts')});`

const ending: (() => void)[] = []
afterEach(() => ending.splice(0).forEach((end) => end()))

function start(script: string, stdout: 'pipe' | number) {
  const child = spawn(process.execPath, ['--conditions=react-server', '--input-type=module', '-e', script], { stdio: ['ignore', stdout, 'pipe'] })
  ending.push(() => child.kill('SIGKILL'))
  let told = ''
  child.stderr!.on('data', (text: Buffer) => (told += text.toString()))
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, code, told: () => told, hears: (word: string) => expect.poll(() => told).toContain(word) }
}

describe.each([['the training API', ofTrainingApi], ['the web', ofWeb]])('the log of %s', (_, prepare) => {
  test.runIf(existsSync('/dev/full'))('on a full disk stops nothing: the process goes on, and ends', async () => {
    const full = openSync('/dev/full', 'w')
    ending.push(() => closeSync(full))
    const { code, told } = start(`${prepare} log.warn('x'); setTimeout(() => { process.stderr.write('alive'); log.fatal('y'); }, 200)`, full)
    expect([await code, told()]).toEqual([0, 'alive'])
  })

  test.runIf(process.platform === 'linux')('whose reader is behind stops nothing, and loses nothing that is kept for it', async () => {
    const { child, code, hears } = start(`${prepare}
      for (let n = 0; n < 5_000; n += 1) log.info({ n }, '安全'.repeat(10))
      process.stderr.write('all said')
      setTimeout(() => { log.info({ n: 5_000 }, 'last'); process.exit(0) }, 1_000)`, 'pipe')
    await hears('all said')
    let text = ''
    child.stdout!.setEncoding('utf8').on('data', (more: string) => (text += more))
    expect(await code).toBe(0)
    expect(text.trimEnd().split('\n').map((line) => (JSON.parse(line) as { n: number }).n)).toEqual(Array.from({ length: 5_001 }, (_, n) => n))
  })

  test.runIf(process.platform === 'linux')('of which there are two in a process tears no line apart', async () => {
    const { child, code, hears } = start(`const twice = await Promise.all(['a', 'b'].map((one) => import(${here('telemetry/log-output.ts')} + '?' + one)));
      const [long, short] = twice.map(({ ownOutput }) => ownOutput());
      for (let n = 0; n < 8; n += 1) long.write(JSON.stringify({ text: 'A'.repeat(12_000) }) + '\\n');
      const every = setInterval(() => short.write('{}\\n'), 5);
      process.stderr.write('all said');
      setTimeout(() => { clearInterval(every); process.exit(0) }, 1_000)`, 'pipe')
    await hears('all said')
    let text = ''
    child.stdout!.setEncoding('utf8').on('data', (more: string) => (text += more))
    expect(await code).toBe(0)
    const lines = text.trimEnd().split('\n').map((line) => JSON.parse(line) as { text?: string })
    expect(lines.filter((line) => line.text?.length === 12_000)).toHaveLength(8)
    expect(lines.length).toBeGreaterThan(8)
  })

  test.runIf(process.platform === 'linux')('that nobody reads keeps nobody from ending', async () => {
    const { child, code } = start(`${prepare} for (let n = 0; n < 50_000; n += 1) log.info('安全'.repeat(10)); process.stderr.write('all said'); process.exit(0)`, 'pipe')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    expect(await ended).toBe(0)
    child.stdout!.destroy()
    expect(await code).toBe(0)
  })
})
