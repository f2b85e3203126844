import next from 'eslint-config-next'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'

/** A room, who may not be imported from it, and the door to use instead (README, map of the rooms). */
const zone = (target, from, message, except = []) => ({ target, from, message, ...(except.length ? { except } : {}) })

const zones = [
  zone('./lib/domain', './lib', 'lib/domain imports nothing of ours but itself.', ['./domain']),
  zone('./lib/domain', ['./components', './app', './training-api'], 'lib/domain imports nothing of ours but itself.'),
  zone('./lib/training', './lib', 'lib/training imports lib/domain, lib/env, lib/log and lib/operation/calls only.', ['./training', './domain', './env.ts', './log.ts', './operation/calls.ts']),
  zone('./lib/training', ['./components', './app', './training-api'], 'lib/training has never heard of pages and components.'),
  zone('./lib/operation', ['./components', './app', './training-api', './lib/training', './lib/request', './lib/queries'], 'lib/operation looks on: whoever is watched calls it.'),
  zone('./telemetry', ['./app', './lib', './components', './messages', './training-api'], 'telemetry imports nothing of ours: the web and the training API both use it.'),
  zone('./lib/request', ['./components', './app', './training-api', './lib/queries'], 'lib/request may import lib/training and lib/domain.'),
  zone('./lib/queries', './lib', 'lib/queries reaches the server through /api: use bff.', ['./queries', './domain', './routes.ts']),
  zone('./lib/queries', ['./components', './app', './training-api'], 'lib/queries reaches the server through /api: use bff.'),
  zone('./components', ['./lib/training', './lib/request', './lib/env.ts', './lib/log.ts', './lib/operation', './app', './training-api'], 'A component asks through lib/queries, or a page hands it the answer.'),
  zone('./components/ui', ['./lib', './components'], 'components/ui knows no learner: it imports only itself.', ['./ui']),
  zone(['./lib', './components'], './app', 'Nothing imports app: what two of them need belongs to lib or components.'),
  zone(['./app', './lib', './components', './middleware.ts'], './training-api', 'The web knows the training platform by HTTP only.'),
  zone('./training-api', ['./app', './lib', './components', './messages'], 'The training API knows the web by HTTP only.'),
]

const ownLinks = [
  { name: 'next/link', message: 'Use Link of components/ui/link, which fetches nothing ahead.' },
  { name: 'next/form', message: 'Use Form of components/ui/form, which is smaller and fetches nothing ahead.' },
]
const headOfRequest = { name: 'next/headers', message: 'lib/request alone reads cookies and headers.' }
const noPages = [{ regex: '^(next|react|react-dom|next-intl)(/|$)', message: 'lib/training has never heard of Next and React.' }]
const noSchemas = [
  { group: ['@/lib/domain/*-input'], message: 'Input schemas bring zod to the browser: they are for doors and pages.' },
  { group: ['zod', 'zod/*'], message: 'zod stays on the server: check by pure functions of lib/domain.' },
]

const shortWait = {
  selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^wait(For|Until)$/][arguments.length<2]',
  message: 'Give vi.waitFor a timeout: the second it has by itself is little on a busy machine.',
}

const rules = [
  { ignores: ['.next/**', '.next-bench/**', '.next-version/**', 'node_modules/**', 'public/**', '.data/**', '.screens/**', 'training-api/media/**', 'training-api/tests/fixtures/**', 'test-results/**', 'playwright-report/**', 'next-env.d.ts'] },
  ...next,
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ alwaysTryTypes: true })],
      // Without these two the rule on cycles reads no TypeScript, and passes everything.
      'import-x/extensions': ['.ts', '.tsx', '.mjs', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      '@next/next/no-img-element': 'off',
      // A longer file has a second topic (CONTRIBUTING).
      'max-lines': ['error', 300],
    },
  },
  { files: ['**/*.{ts,tsx}'], rules: { '@typescript-eslint/no-explicit-any': 'error' } },
  { files: ['app/**'], rules: { 'no-restricted-imports': ['error', { paths: [...ownLinks, headOfRequest] }] } },
  { files: ['lib/**', 'middleware.ts'], ignores: ['lib/request/**'], rules: { 'no-restricted-imports': ['error', { paths: [headOfRequest] }] } },
  { files: ['lib/training/**'], rules: { 'no-restricted-imports': ['error', { patterns: noPages }] } },
  { files: ['components/**', 'lib/queries/**'], rules: { 'no-restricted-imports': ['error', { paths: [...ownLinks, headOfRequest], patterns: noSchemas }] } },
  { files: ['components/ui/{link,form}.tsx'], rules: { 'no-restricted-imports': ['error', { paths: [headOfRequest], patterns: noSchemas }] } },
  { files: ['training-api/tests/**', 'tests/**'], rules: { 'import-x/no-restricted-paths': 'off', 'no-restricted-syntax': ['error', shortWait] } },
]

export default rules
