import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTrainingApi } from '../app.ts'
import { systemClock } from '../clock.ts'
import { demoMediaFolder } from '../context.ts'
import { openDatabase } from '../db/client.ts'
import { createLog } from '../operation/log.ts'
import { createPackageStore } from '../packages/store.ts'
import { encipherPassword } from '../rules/passwords.ts'
import { freshDataDir } from './throwaway.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const program = fileURLToPath(new URL('../add-tenant.ts', import.meta.url))
const domain = 'train.customer.example'
let dataDir: string
beforeAll(async () => {
  dataDir = await freshDataDir()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const run = (...args: string[]) => runWith({}, ...args)
const runWith = (settings: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir, ...settings } }, (fault, out, err) => resolve({ code: Number(fault?.code ?? 0), said: (out + err).trim() }))
  })

test.each<[string[], RegExp]>([
  [[], /^A tenant needs a domain, a name and an account\./],
  [['--domain', 'https://a.example', '--name', 'A', '--account', 'a'], /^--domain takes the name of a host/],
  [['--domain', 'a.example', '--name', 'A', '--account', 'a', '--first'], /^--first goes with --of: /],
  [['--domain', 'a.example', '--of', 'b.example', '--account', 'a'], /^A further domain needs --domain and, with --of, one that the tenant has; /],
  [['--domain', 'a.example', '--of', 'B.example'], /^--of takes the name of a host/],
  ...[' bob ', ' ', 'a'.repeat(65), 'a\tb', '\u202ebob'].map((account): [string[], RegExp] => [['--domain', 'a.example', '--name', 'A', '--account', account], /^--account takes what its learner will type to log in: /]),
])('what it does not understand is told in one sentence: %j', async (args, sentence) => {
  const { code, said } = await run(...args)
  expect(code).toBe(1)
  expect(said).toMatch(sentence)
  expect(said).not.toMatch(/^\s+at /m)
})

test.each<[Record<string, string>, string[]]>([
  [{ CONTENT_ORIGIN: 'https://Courseware.example:8443' }, ['--domain', 'courseware.example', '--name', 'A', '--account', 'a']],
  [{ CONTENT_ORIGIN: 'https://courseware.example' }, ['--domain', 'courseware.example', '--of', 'a.example']],
  [{}, ['--domain', '127.0.0.1', '--name', 'A', '--account', 'a']],
])('the host of courseware, set or the demo’s own, is no domain of a tenant: %j %j', async (settings, args) => {
  expect(await runWith(settings, ...args)).toEqual({ code: 1, said: `The domain ${args[1]} is the host of courseware (CONTENT_ORIGIN), where nothing of a tenant is served. Give the tenant another.` })
})

test('without the demo a tenant begins in an empty database, and its learner logs in', async () => {
  const added = await run('--domain', domain, '--name', 'Customer', '--account', 'first')
  expect(added).toMatchObject({ code: 0, said: expect.stringMatching(/^Tenant 1001 has the domain train\.customer\.example\. Its learner first logs in with the password [0-9a-f]{32}, to be changed in the profile within 24 hours: /) })
  expect(await run('--domain', domain, '--name', 'Another', '--account', 'second')).toEqual({ code: 1, said: `The domain ${domain} belongs to a tenant already.` })

  const passwordOf = ({ said }: { said: string }) => /password (\w+)/.exec(said)![1]!
  const again = await run('--domain', domain, '--name', 'Customer', '--account', 'first')
  expect(again.said).toBe(added.said.replace(passwordOf(added), passwordOf(again)))
  expect(passwordOf(again)).not.toBe(passwordOf(added))

  const { db, close } = await openDatabase({ dataDir, durable: false })
  const env = { demo: false, clientId: 'train', clientSecret: 'train', passwordCipher: 'none' as const, passwordKey: 'pigxpigxpigxpigx' }
  let later = 0
  const clock = { now: () => new Date(systemClock.now().getTime() + later) }
  const app = createTrainingApi({ db, clock, env, mediaFolder: demoMediaFolder, packages: createPackageStore(dataDir), log: createLog('silent') })
  const ask = async (path: string, init?: RequestInit) => (await app.request(`http://training.test${path}`, init)).json()
  expect(await ask(`/admin/tenant/tenantExt?domain=${domain}`)).toMatchObject({ code: 0, data: { tenantId: 1001, webTitle: 'Customer' } })
  const logIn = (password: string) => ask('/auth/oauth/token?randomStr=blockPuzzle&code=blockPuzzle&grant_type=password&tenant_flag=1001', {
    method: 'POST', headers: { authorization: `Basic ${btoa('train:train')}`, 'tenant-id': '1' }, body: new URLSearchParams({ username: 'first', password: encipherPassword(password, env.passwordCipher, env.passwordKey) }),
  })
  const refused = { code: 1, msg: '用户名不存在或者密码错误' }
  expect(await logIn(passwordOf(added))).toMatchObject(refused)
  const token = await logIn(passwordOf(again))
  const headers = { authorization: `Bearer ${token.access_token}`, 'tenant-id': '1001' }
  expect(await ask('/train/web/getWebStudy?languageType=2', { headers })).toMatchObject({ code: 0, data: { sumHours: 0, integralDescription: { id: 1, gradeName: 'Beginner Children' } } })

  later = 24 * 3_600_000
  expect(await logIn(passwordOf(again))).toMatchObject(refused)
  later = 0
  expect(await ask('/admin/user/app/userInfo/update', { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ password: 'NewPass1' }) })).toMatchObject({ code: 0 })
  later = 48 * 3_600_000
  expect(await logIn('NewPass1')).toMatchObject({ user_info: { username: 'first' } })
  await close()
  expect(await run('--domain', domain, '--name', 'Customer', '--account', 'first')).toEqual({ code: 1, said: `The domain ${domain} belongs to a tenant already.` })

  const another = 'academy.customer.example'
  expect(await run('--domain', another, '--of', domain, '--first')).toEqual({ code: 0, said: `Tenant 1001 has the domain ${another}. Its domains lead to ${another}.` })
  expect(await run('--domain', another, '--of', 'nobody.example')).toEqual({ code: 1, said: 'No tenant has the domain nobody.example.' })
})
