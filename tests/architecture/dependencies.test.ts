import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dependencyProblems, isFree } from '../../scripts/lib/dependencies.mjs'
import { root } from '../support/sources'

const manifest = { dependencies: { next: '16.0.0' }, allowScripts: { esbuild: false } }
const entry = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }

describe('what we depend on', () => {
  it('is named exactly, with checksums, under licences we have looked at', () => {
    const read = (name: string) => JSON.parse(readFileSync(`${root}${name}`, 'utf8'))
    expect(dependencyProblems(read('package-lock.json'), read('package.json'))).toEqual([])
  })

  it.each([
    ['a range', { packages: {} }, { dependencies: { next: '^16.0.0' } }, 'next is ^16.0.0 in dependencies: name one version.'],
    ['an address', { packages: {} }, { devDependencies: { next: 'git+https://a.example/x.git' } }, 'next is git+https://a.example/x.git in devDependencies: name one version.'],
    ['no checksum', { packages: { 'node_modules/a': { ...entry, integrity: '' } } }, manifest, 'a 1.0.0 has no checksum in the lock.'],
    ['a licence that asks for more', { packages: { 'node_modules/b/node_modules/a': { ...entry, license: 'GPL-3.0-only' } } }, manifest, 'a 1.0.0 is under GPL-3.0-only, which is not on the list in scripts/lib/dependencies.mjs.'],
    ['no licence', { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'x' } } }, manifest, 'a 1.0.0 is under no licence, which is not on the list in scripts/lib/dependencies.mjs.'],
    ['a script at installation', { packages: { 'node_modules/a': { ...entry, dev: true, hasInstallScript: true } } }, manifest, 'a 1.0.0 runs a script when it is installed; decide about it in allowScripts.'],
  ])('is refused with %s', (_what, lock, given, problem) => {
    expect(dependencyProblems(lock, given)).toEqual([problem])
  })

  it('may ask for more in tools that are no part of the product', () => {
    expect(dependencyProblems({ packages: { 'node_modules/a': { ...entry, dev: true, license: 'GPL-3.0-only' }, 'node_modules/esbuild': { ...entry, dev: true, hasInstallScript: true } } }, manifest)).toEqual([])
  })

  it.each(['(MIT OR CC0-1.0) AND (GPL-3.0)', '(MIT OR CC0-1.0) AND GPL-3.0', 'GPL-3.0 AND (MIT OR ISC)', '((MIT))'])('reads no more of brackets than it understands: %s', (expression) => {
    expect(isFree(expression)).toBe(false)
  })

  it('reads licences as they are written', () => {
    expect(['MIT', '(MPL-2.0 OR GPL-3.0)', 'MIT AND OFL-1.1', 'GPL-3.0 OR AGPL-3.0', 'MIT AND GPL-3.0', '', undefined, 'SEE LICENSE IN x'].map((one) => isFree(one))).toEqual([true, true, true, false, false, false, false, false])
  })
})
