import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const dockerfile = readFileSync('Dockerfile', 'utf8')
/** What the image holds of the project, files and folders. */
const held = [...dockerfile.matchAll(/^COPY --from=build (?:--chown=\S+ )?(.+) \.\S*$/gm)].flatMap(([, paths]) => paths!.split(' ')).map((path) => path.replace('/app/', ''))
const isHeld = (file: string) => held.some((one) => file === one || file.startsWith(`${one}/`))

/** The file that an import leads to, undefined for a package's; aliases lead to the top. */
function fileOf(from: string, specifier: string): string | undefined {
  const place = specifier.startsWith('@/') ? specifier.slice(2) : specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined
  if (place === undefined) return undefined
  return ['', '.ts', '.mjs', '.tsx', '/index.ts'].map((end) => place + end).find((file) => existsSync(file) && statSync(file).isFile())
}

/** Every file of ours that runs once a program does, imports that wait until they are needed among them. */
function reached(program: string): string[] {
  const files = new Set<string>()
  const look = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    const source = readFileSync(file, 'utf8').replace(/^\s*import type .*$/gm, '')
    for (const [, specifier] of source.matchAll(/(?:\bfrom|\bimport\(?|\bnew URL\()\s*'([^']+)'/g)) {
      const next = fileOf(file, specifier!)
      if (next !== undefined && /\.(?:ts|tsx|mjs)$/.test(next)) look(next)
    }
  }
  look(program)
  return [...files]
}

/** What compose.yaml starts and docs/operating.md has one call inside a container, besides Next itself. */
const named = [...new Set([...(readFileSync('compose.yaml', 'utf8') + readFileSync('docs/operating.md', 'utf8')).matchAll(/(?:training-api|scripts)\/[\w/-]+\.(?:ts|mjs)/g)].map(([path]) => path))].filter((path) => existsSync(path))

describe('the image', () => {
  it('is asked for these programs at least', () => {
    expect(named).toEqual(expect.arrayContaining(['training-api/server.ts', 'training-api/add-tenant.ts', 'scripts/doctor.mjs', 'training-api/db/copy/cli.ts', 'scripts/observe.mjs']))
  })

  it.each([...named, 'scripts/doctor/main.mjs', 'training-api/db/pglite-worker.ts', 'next.config.mjs', 'page-cache.mjs'])('holds all of ours that %s runs', (program) => {
    const files = reached(program)
    expect(files.filter((file) => !isHeld(file))).toEqual([])
  })

  it('can be read by the user who runs it, however closed the checkout was', () => {
    const opened = /chmod -R a\+rX (.+)$/m.exec(dockerfile)![1]!.split(' ')
    const ofCheckout = [...dockerfile.matchAll(/^COPY --from=build (?!--chown)(.+) \.\S*$/gm)].flatMap(([, paths]) => paths!.split(' ')).map((path) => path.replace('/app/', ''))
    expect([...opened, 'node_modules'].toSorted()).toEqual(ofCheckout.toSorted())
  })

  it('holds what servers read beside their programs, and nothing that only tests', () => {
    for (const path of ['public/sw.js', 'package.json', 'package-lock.json', '.next/BUILD_ID', 'training-api/db/migrations/meta/_journal.json']) expect(isHeld(path), path).toBe(true)
    expect(held.filter((path) => /^tests|^\.$|^$/.test(path))).toEqual([])
    expect(reached('training-api/server.ts').length).toBeGreaterThan(100)
  })
})
