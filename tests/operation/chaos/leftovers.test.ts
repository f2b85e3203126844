import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { demoLearners } from '@/scripts/lib/demo-world.mjs'

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

it('as many learners can be at work as the demo world has', () => {
  expect(readFileSync('training-api/seed/world.ts', 'utf8')).toContain(`let number = ${demoLearners + 1}; number <= ${demoLearners} + extraLearners`)
})
