import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { forgetSettings } from './scripts/lib/forget-settings.mjs'

forgetSettings()
const root = fileURLToPath(new URL('.', import.meta.url))
const serverOnly = fileURLToPath(new URL('./node_modules/server-only/empty.js', import.meta.url))

export default defineConfig({
  plugins: [react()],
  resolve: { alias: [{ find: /^server-only$/, replacement: serverOnly }, { find: /^@\//, replacement: root }] },
  test: {
    environment: 'node',
    setupFiles: ['tests/support/leave-in-order.ts', 'tests/support/loud-console.ts', 'tests/support/properties.ts'],
    testTimeout: 30_000,
    // Whichever file comes first makes the template of a database in its hook, and the other worker waits for it in its own.
    hookTimeout: 300_000,
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      // These keep nothing in modules between files: they share processes, which saves loading the same code a hundred times.
      { extends: true, test: { name: 'rules and training API', isolate: false, include: ['tests/{architecture,domain}/**/*.test.{ts,tsx}', 'training-api/tests/**/*.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['tests/{training,components,request,operation}/**/*.test.{ts,tsx}'] } },
    ],
  },
})
