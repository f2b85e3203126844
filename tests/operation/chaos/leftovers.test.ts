import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { expect, it, vi } from 'vitest'
import { leftDisks } from '@/scripts/chaos/small-disk.mjs'
import { demoLearners } from '@/scripts/lib/demo-world.mjs'
import { postgresPrograms } from '@/scripts/lib/parts.mjs'

vi.setConfig({ testTimeout: 120_000 })

it('a run that is broken off leaves no database behind', () => {
  const program = `
    import { readdirSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { join } from 'node:path'
    import { embeddedStage } from '${process.cwd()}/training-api/tests/answer-kill-stage.ts'
    const all = () => readdirSync(tmpdir()).filter((name) => name.startsWith('trainhall-test-' + process.pid + '-'))
    await embeddedStage()
    console.log(join(tmpdir(), all()[0]))
    process.exit(130)`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 130, stderr: '' })
  expect(stdout).toMatch(/trainhall-test-\d+-\S+\n$/)
  expect(existsSync(stdout.trim())).toBe(false)
})

it.runIf(postgresPrograms()).each(['process.exit(130)', "process.kill(process.pid, 'SIGKILL')"])('a PostgreSQL server that stands still when a run is broken off by %s is ended with all its processes', async (end) => {
  const program = `
    import pg from 'pg'
    import { makeCluster } from '${process.cwd()}/scripts/chaos/cluster.mjs'
    const { part, url } = await makeCluster()
    await part.start()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query("select current_setting('data_directory') as data")
    console.log(rows[0].data)
    part.standStill()
    ${end}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env: { ...process.env, NODE_PATH: '' } })
  const data = stdout.trim()
  expect(data).toMatch(/trainhall-cluster-\S+\/data$/)
  const left = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && workingFolderOf(pid).startsWith(data))
  await expect.poll(left, { timeout: 40_000 }).toEqual([])
  rmSync(dirname(data), { recursive: true, force: true })
})

/** Where a process works; a backend of PostgreSQL does so in the data of its server. */
function workingFolderOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

it('as many learners can be at work as the demo world has', () => {
  expect(readFileSync('training-api/seed/world.ts', 'utf8')).toContain(`let number = ${demoLearners + 1}; number <= ${demoLearners} + extraLearners`)
})

it('a small disk is left over where the process that made it is gone', () => {
  const line = (name: string) => `tmpfs ${tmpdir()}/${name} tmpfs rw,size=1024k 0 0`
  const mounts = ['proc /proc proc rw 0 0', line('trainhall-disk-12-abc'), line('trainhall-disk-34-def'), line('another-12-abc'), ''].join('\n')
  expect(leftDisks(mounts, (pid: string) => pid === '34')).toEqual([`${tmpdir()}/trainhall-disk-12-abc`])
})
