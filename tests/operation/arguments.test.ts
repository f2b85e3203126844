import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (script: string, argument: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.mjs`, argument], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test.each([['--nope', "Unknown option '--nope'."], ['--exam=abc', '--exam takes an id, which is a number, not abc.']])('npm run answer-files %s is told in one sentence', (argument, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, ['training-api/answer-files.ts', argument], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr.split('\n\n')[0]).toBe(sentence)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test.each(['bench', 'chaos', 'cluster', 'fuzz', 'doctor'])('npm run %s says how it is used, and in one sentence what it does not know', (script) => {
  const help = run(script, '--help')
  expect(help.status).toBe(0)
  expect(help.said).toContain(`npm run ${script}`)
  const refused = run(script, '--nope')
  expect(refused.status).toBe(2)
  expect(refused.said).toMatch(/^Unknown option '--nope'\.\n\n/)
  expect(refused.said).not.toMatch(/^\s+at /m)
})
