import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { freshDataDir } from '@/training-api/tests/throwaway'

const folder = mkdtempSync(join(tmpdir(), 'trainhall-left-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a process of the tests that is ended, as Vitest does it in peace, takes its folders along', () => {
  const program = `
    import { mkdtempSync, rmSync } from 'node:fs'
    import '${resolve('tests/support/leave-in-order.ts')}'
    const made = mkdtempSync('${folder}/')
    process.once('exit', () => rmSync(made, { recursive: true }))
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGTERM')`
  const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 20_000 })
  expect({ signal, stderr }).toEqual({ signal: 'SIGTERM', stderr: '' })
  expect(readdirSync(folder)).toEqual([])
})

it('what tests keep from one run to the next is each user’s own', async () => {
  rmSync(await freshDataDir(), { recursive: true })
  const { uid, mode } = statSync(join(tmpdir(), `trainhall-test-templates-${process.getuid?.() ?? 0}`))
  if (process.getuid) expect({ uid, mode: mode & 0o777 }).toEqual({ uid: process.getuid(), mode: 0o700 })
})
