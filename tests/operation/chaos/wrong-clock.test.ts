import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'

const preload = fileURLToPath(new URL('../../../scripts/chaos/wrong-clock.mjs', import.meta.url))
const minuteMs = 60_000

test('the clock of a program is as far off as a file says while it runs, however it is read, and right again afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-wrong-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'shift')
  writeFileSync(file, '0')
  const script = `
    class Later extends Date {}
    setInterval(() => console.log(JSON.stringify([Date.now(), new Date().getTime(), new Later().getTime(), Date.parse(Date()), new Date(5).getTime(), new Date() instanceof Date, new Later() instanceof Later])), 50)`
  const child = spawn(process.execPath, ['--import', preload, '--eval', script], { env: { ...process.env, CLOCK_SHIFT_FILE: file }, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const told = () => JSON.parse(said.trim().split('\n').at(-1)!) as [number, number, number, number, number, boolean, boolean]
  const isOffBy = async (shiftMs: number) => {
    await vi.waitFor(() => {
      const [now, ...others] = told()
      const [made, derived, words, five, isDate, isLater] = others
      for (const moment of [now, made, derived, words]) expect(Math.abs(moment - Date.now() - shiftMs)).toBeLessThan(minuteMs)
      expect([five, isDate, isLater]).toEqual([5, true, true])
    }, { timeout: 20_000 })
  }
  for (const shiftMs of [0, 60 * minuteMs, -60 * minuteMs, 0]) {
    writeFileSync(file, String(shiftMs))
    await isOffBy(shiftMs)
  }
})
