import { execFile } from 'node:child_process'
import { expect, password, test } from './fixtures'

/** What the self-check prints, and how it ends. */
function examine(apiURL: string, given: string[]): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    execFile(process.execPath, ['scripts/doctor.mjs', ...given], { env: { ...process.env, UPSTREAM_BASE_URL: apiURL } }, (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, text: stdout + stderr }))
  })
}

test('finds a whole platform and a whole web in order', async ({ apiURL, baseURL }) => {
  const { code, text } = await examine(apiURL, ['--account', 'liming', '--password', password, '--web', baseURL!])
  expect(text).toContain('0 wrong')
  for (const said of ['login of liming (S5): answered', 'my courses (L2): 36 found', 'home opens after the login, under a policy with a nonce', 'a domain that no tenant has is refused']) expect(text).toContain(said)
  expect(code).toBe(0)
})

test('says what is wrong in words', async ({ apiURL }) => {
  const away = await examine('http://127.0.0.1:9', [])
  expect(away).toMatchObject({ code: 1, text: expect.stringContaining('✗ tenant of localhost (S1): cannot be reached') })
  const unknown = await examine(apiURL, ['--domain', 'nobody.example'])
  expect(unknown).toMatchObject({ code: 1, text: expect.stringContaining('no tenant has the domain nobody.example') })
  const refused = await examine(apiURL, ['--account', 'liming', '--password', 'Wrong2026'])
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('login of liming (S5): refused with "用户名不存在或者密码错误"') })
})
