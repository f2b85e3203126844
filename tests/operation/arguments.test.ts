import { spawnSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { faultOfVisit } from '@/scripts/lib/screens.mjs'

// Each command loads what it would need.
vi.setConfig({ testTimeout: 120_000 })
afterEach(() => vi.unstubAllEnvs())

const run = (script: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.mjs`, ...words], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test.each([['--nope', "Unknown option '--nope'."], ['--exam=abc', '--exam takes an id, which is a number, not abc.']])('npm run answer-files %s is told in one sentence', (argument, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, ['training-api/answer-files.ts', argument], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr.split('\n\n')[0]).toBe(sentence)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test.each(['up', 'dev', 'verify', 'observe', 'screens', 'api', 'bench', 'chaos', 'cluster', 'fuzz', 'doctor'])('npm run %s says how it is used, and in one sentence what it does not know', (script) => {
  const help = run(script, '--help')
  expect(help.status).toBe(0)
  expect(help.said).toContain(`npm run ${script}`)
  const refused = run(script, '--nope')
  expect(refused.status).toBe(2)
  expect(refused.said).toMatch(/^Unknown option '--nope'\.\n\n/)
  expect(refused.said).not.toMatch(/^\s+at /m)
})

test.each([
  ['bench', '--rounds=x', '--rounds takes a whole number from 1 to 999999999, not "x".'],
  ['bench', 'growth --sizes=20000,many', '--sizes takes whole numbers, separated by commas, not "20000,many".'],
  ['bench', 'growth --sizes=25001', 'A world has a multiple of 2000 learners, not 25001.'],
  ['bench', 'growth --sizes=20000,40000,20000', '--sizes takes each size once, not "20000,40000,20000".'],
  ['bench', 'growth --engine=oracle', 'There is no engine named oracle.'],
  ['bench', 'web growth', 'One bench at a time: web or growth.'],
  ['bench', 'soak --rounds=3', 'The bench soak takes no --rounds.'],
  ['bench', 'web --takers=5', 'The bench web takes no --takers.'],
  ['bench', 'constructor', 'There is no bench named constructor.'],
  ['chaos', 'constructor', 'There is no mode named constructor.'],
  ['chaos', 'study --takers=5000', 'The demo world has 290 learners who can be at work, not 5000.'],
  ['chaos', 'browser --rounds=291', 'The mode browser has learners for 290 rounds, not for 291.'],
  ['chaos', '--rounds=291', 'The mode browser has learners for 290 rounds, not for 291.'],
  ['chaos', 'upstream --takers=194', 'In the mode upstream at most 193 learners can be at work, not 194.'],
  ['chaos', 'disk --takers=194', 'In the mode disk at most 193 learners can be at work, not 194.'],
  ['chaos', 'deploy --takers=200', 'In the mode deploy at most 199 learners can be at work, not 200.'],
  ['chaos', 'parts --takers=100', 'In the mode parts at most 99 learners can be at work, not 100.'],
  ['fuzz', 'toString', 'There is nothing named toString to send inputs to.'],
  ['fuzz', '--again package.json', 'There are no kept requests in package.json.'],
  ['fuzz', '--again none.jsonl', 'none.jsonl cannot be read (ENOENT).'],
  ['fuzz', '--again LICENSE api', 'With --again the file alone says what is sent.'],
  ['chaos', '--rounds=0', '--rounds takes a whole number from 1 to 999999999, not "0".'],
  ['cluster', '--rounds=x', '--rounds takes a whole number from 1 to 999999999, not "x".'],
  ['cluster', '--learners=291', 'The demo world has 290 learners who can be at work, not 291.'],
  ['doctor', '--account liming', '--account and --password belong together: the calls of a learner are tried after a login.'],
  ['doctor', '--password Train2026', '--account and --password belong together: the calls of a learner are tried after a login.'],
  ['fuzz', '--seed=1.5', '--seed takes a whole number from 0 to 999999999, not "1.5".'],
])('npm run %s %s does not succeed without having done anything', (script, word, sentence) => {
  const { status, said } = run(script, ...word.split(' '))
  expect(status).toBe(2)
  expect(said.split('\n\n')[0]).toBe(sentence)
})

test.each([['LANGUAGES', 'en,fr', 'LANGUAGES chooses among zh,en,ja, not "fr".'], ['THEMES', 'blue', 'THEMES chooses among light,dark, not "blue".'], ['WIDTHS', '1280px', 'WIDTHS chooses among 1280,360, not "1280px".']])('npm run screens with %s=%s is told in one sentence', (name, words, sentence) => {
  vi.stubEnv(name, words)
  expect(run('screens', 'login')).toEqual({ status: 1, said: `\n${sentence}\n` })
})

test('a picture of another page than the one that was wanted is a fault', () => {
  const login = { status: 200, wanted: '/Home', came: '/Home' }
  expect([login, { ...login, status: 404 }, { ...login, status: undefined }, { ...login, came: '/login' }].map(faultOfVisit)).toEqual([null, 'was answered 404', 'was answered not at all', 'led to /login'])
})

test.each([
  ['bench', ['growth', '--only', 'homme'], 'There is no scene named homme; there are: login, home, '],
  ['screens', ['logn'], 'No screen has "logn" in its name; there are: login, '],
  ['screens', ['login'], 'No web answers at http://127.0.0.1:9: start one with npm run up, or name it with ORIGIN.'],
])('npm run %s %j, which finds nothing to do, says so', (script, words, sentence) => {
  vi.stubEnv('ORIGIN', 'http://127.0.0.1:9')
  const { status, said } = run(script, ...words)
  expect(status).toBe(1)
  expect(said).toContain(sentence)
})

test.each(['deploy', 'parts'])('npm run chaos -- %s with a server that cannot be used says so in one sentence before anything is built', (mode) => {
  vi.stubEnv('BENCH_DATABASE_URL', 'postgres://bench:secret@127.0.0.1:9/postgres')
  expect(run('chaos', mode)).toEqual({ status: 1, said: '\nThe server that BENCH_DATABASE_URL names cannot be used: connect ECONNREFUSED 127.0.0.1:9.\n' })
})
