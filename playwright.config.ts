import { defineConfig, devices } from '@playwright/test'
import { installed } from './scripts/lib/browser.mjs'
import { forgetSettings } from './scripts/lib/forget-settings.mjs'
import { testPorts } from './scripts/lib/playwright.mjs'

forgetSettings()
const { web: WEB_PORT, api: API_PORT, proxy: PROXY_PORT } = testPorts()
const external = process.env.E2E_BASE_URL
const baseURL = external ?? `http://localhost:${WEB_PORT}`
const apiURL = process.env.E2E_API_URL ?? `http://127.0.0.1:${API_PORT}`

/** A server that goes with Playwright, also when that is killed. */
const server = (program: string) => `node --import ./tests/support/end-with-stdin.mjs ${program}`

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['line']],
  metadata: { apiURL, proxyURL: `http://127.0.0.1:${PROXY_PORT}` },
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
    // Recording costs a third of the time; E2E_TRACE=1 has it.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      // Without one Playwright takes its own.
      executablePath: process.env.CHROMIUM_PATH || installed(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--autoplay-policy=no-user-gesture-required'],
    },
  },
  // `npm run verify` and `npm run e2e` run the gate; `wide` is also what it has no time for.
  projects: [
    { name: 'gate', grepInvert: /@wide/ },
    { name: 'wide', testMatch: ['**/lighthouse.spec.ts', '**/crawl.spec.ts', '**/every-screen.spec.ts'] },
  ],
  webServer: external ? undefined : [
    {
      command: server('tests/support/serve-training-api.mjs'),
      url: `${apiURL}/health`,
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: { TRAINING_API_PORT: String(API_PORT) },
    },
    {
      command: server('tests/support/fault-proxy.mjs'),
      url: `http://127.0.0.1:${PROXY_PORT}/health`,
      env: { PORT: String(PROXY_PORT), TARGET: apiURL },
    },
    {
      command: server(`node_modules/next/dist/bin/next start -p ${WEB_PORT} -H 0.0.0.0`),
      url: `${baseURL}/api/health`,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      // The platform may take so long: more than a busy machine stands still, less than the 10 s of those that count as patient.
      env: {
        NODE_ENV: 'production', UPSTREAM_BASE_URL: `http://127.0.0.1:${PROXY_PORT}`, UPSTREAM_TIMEOUT_MS: '8000', SESSION_SECRET: 'a-secret-for-the-tests-only-0123456789', CONTENT_ORIGIN: `http://127.0.0.1:${WEB_PORT}`,
        SIMULATION_BASE_URL: `${apiURL}/simulation`,
      },
    },
  ],
})
