import { ESLint } from 'eslint'
import { rmSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../support/sources'

// A rule without a resolver passes everything in silence: each of these must really fail.
const canaries: { file: string; code: string; rule?: string }[] = [
  { file: 'lib/domain/canary-forbidden.ts', code: "import { env } from '@/lib/env'\nexport const canary = env\n" },
  { file: 'lib/training/canary-forbidden.ts', code: "import { store } from '@/lib/request/store'\nexport const canary = store\n" },
  { file: 'components/canary-forbidden.tsx', code: "import { training } from '@/lib/training/client'\nexport const canary = training\n" },
  { file: 'components/ui/canary-forbidden.tsx', code: "import { routes } from '@/lib/routes'\nexport const canary = routes\n" },
  { file: 'lib/queries/canary-forbidden.ts', code: "import { training } from '@/lib/training/client'\nexport const canary = training\n" },
  { file: 'training-api/canary-forbidden.ts', code: "import { routes } from '../lib/routes.ts'\nexport const canary = routes\n" },
  { file: 'components/canary-link.tsx', code: "import Link from 'next/link'\nexport const canary = Link\n", rule: 'no-restricted-imports' },
  { file: 'app/canary-link.tsx', code: "import Link from 'next/link'\nexport const canary = Link\n", rule: 'no-restricted-imports' },
  { file: 'components/canary-form.tsx', code: "import Form from 'next/form'\nexport const canary = Form\n", rule: 'no-restricted-imports' },
  { file: 'app/canary-form.tsx', code: "import Form from 'next/form'\nexport const canary = Form\n", rule: 'no-restricted-imports' },
  { file: 'app/canary-headers.tsx', code: "import { headers } from 'next/headers'\nexport const canary = headers\n", rule: 'no-restricted-imports' },
  { file: 'components/canary-headers.tsx', code: "import { headers } from 'next/headers'\nexport const canary = headers\n", rule: 'no-restricted-imports' },
  { file: 'lib/i18n/canary-headers.ts', code: "import { cookies } from 'next/headers'\nexport const canary = cookies\n", rule: 'no-restricted-imports' },
  { file: 'lib/queries/canary-headers.ts', code: "import { cookies } from 'next/headers'\nexport const canary = cookies\n", rule: 'no-restricted-imports' },
  { file: 'lib/training/canary-headers.ts', code: "import { cookies } from 'next/headers'\nexport const canary = cookies\n", rule: 'no-restricted-imports' },
  { file: 'lib/training/canary-react.ts', code: "import { cache } from 'react'\nexport const canary = cache\n", rule: 'no-restricted-imports' },
  { file: 'components/canary-log.tsx', code: "import { log } from '@/lib/log'\nexport const canary = log\n" },
  { file: 'components/canary-operation.tsx', code: "import { watched } from '@/lib/operation/calls'\nexport const canary = watched\n" },
  { file: 'tests/domain/canary-wait.ts', code: "import { vi } from 'vitest'\nexport const canary = () => vi.waitFor(() => true)\n", rule: 'no-restricted-syntax' },
  { file: 'lib/request/canary-forbidden.ts', code: "import { createTrainingApi } from '../../training-api/app'\nexport const canary = createTrainingApi\n" },
]

const circle = [
  { file: 'components/canary-one.tsx', code: "import { other } from '@/components/canary-other'\nexport const one = () => other\n" },
  { file: 'components/canary-other.ts', code: "import { one } from '@/components/canary-one'\nexport const other = () => one\n" },
]

describe('import rules', () => {
  afterAll(() => {
    for (const { file } of [...canaries, ...circle]) rmSync(`${root}${file}`, { force: true })
  })

  it.each(canaries)('refuse what is forbidden in $file', async ({ file, code, rule = 'import-x/no-restricted-paths' }) => {
    writeFileSync(`${root}${file}`, code)
    const [result] = await new ESLint({ cwd: root }).lintFiles([file])
    rmSync(`${root}${file}`)
    expect(result?.messages.map((message) => message.ruleId)).toContain(rule)
  })

  it('refuse two files that import each other', async () => {
    for (const { file, code } of circle) writeFileSync(`${root}${file}`, code)
    const results = await new ESLint({ cwd: root }).lintFiles(circle.map(({ file }) => file))
    for (const { file } of circle) rmSync(`${root}${file}`)
    expect(results.map(({ messages }) => messages.map((message) => message.ruleId))).toEqual([['import-x/no-cycle'], ['import-x/no-cycle']])
  })
})
