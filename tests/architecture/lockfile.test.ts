import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lockfileProblems } from '../../scripts/lib/lockfile.mjs'
import { root } from '../support/sources'

const manifest = { dependencies: { next: '16.0.0' } }
const lock = () => ({
  packages: {
    '': { dependencies: { next: '16.0.0' } },
    'node_modules/next': { version: '16.0.0', optionalDependencies: { '@next/swc-linux': '16.0.0', sharp: '1.0.0' } },
    'node_modules/@next/swc-linux': { version: '16.0.0' },
    'node_modules/next/node_modules/sharp': { version: '1.0.0' },
  },
})

describe('the check of the lock file', () => {
  it('finds nothing wrong with a complete one, and nothing wrong with ours', () => {
    expect(lockfileProblems(lock(), manifest)).toEqual([])
    const read = (name: string) => JSON.parse(readFileSync(`${root}${name}`, 'utf8'))
    expect(lockfileProblems(read('package-lock.json'), read('package.json'))).toEqual([])
  })

  it('notices a platform package that npm has dropped', () => {
    const { 'node_modules/@next/swc-linux': dropped, ...rest } = lock().packages
    expect(dropped).toBeDefined()
    expect(lockfileProblems({ packages: rest }, manifest)).toEqual(['@next/swc-linux, a platform package of next, is missing.'])
  })

  it('notices the address of a registry', () => {
    const { packages } = lock()
    const named = { ...packages, 'node_modules/next': { ...packages['node_modules/next'], resolved: 'https://registry.example/next.tgz' } }
    expect(lockfileProblems({ packages: named }, manifest)).toEqual(['next names a host to be fetched from.'])
  })

  it('notices a version that package.json spells otherwise', () => {
    expect(lockfileProblems(lock(), { dependencies: { next: '16.1.0', react: '19.0.0' } })).toEqual([
      'next is 16.1.0 in package.json, 16.0.0 in the lock.',
      'react is 19.0.0 in package.json, absent in the lock.',
    ])
  })
})
