import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const serverOnly = fileURLToPath(new URL('./node_modules/server-only/empty.js', import.meta.url))

export default defineConfig({
  plugins: [react()],
  resolve: { alias: [{ find: /^server-only$/, replacement: serverOnly }, { find: /^@\//, replacement: root }] },
  test: {
    environment: 'node',
    include: ['tests/{architecture,domain,training,components,request,operation}/**/*.test.{ts,tsx}', 'training-api/tests/**/*.test.ts'],
    setupFiles: ['tests/support/loud-console.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
