import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

it('containers have the same room in memory as `npm run up`: the image that of a training API, a web its own', async () => {
  for (const name of ['NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']) vi.stubEnv(name, '')
  const { apiMemory, webMemory } = await import('@/scripts/lib/memory.mjs')
  const image = readFileSync('Dockerfile', 'utf8')
  expect(image).toContain(`NODE_OPTIONS="${apiMemory.NODE_OPTIONS}"`)
  expect(image).toContain(`MALLOC_ARENA_MAX=${apiMemory.MALLOC_ARENA_MAX} MALLOC_TRIM_THRESHOLD_=${apiMemory.MALLOC_TRIM_THRESHOLD_}`)
  expect(readFileSync('compose.yaml', 'utf8')).toMatch(new RegExp(`^x-web:[\\s\\S]*?NODE_OPTIONS: ${webMemory.NODE_OPTIONS}$`, 'm'))
})

/** The libraries that the settings of the web bring along in a phase of the framework. */
const librariesOf = (phase: string) => execFileSync(process.execPath, ['--input-type=module', '-e', `
  const { default: settings } = await import('./next.config.mjs')
  await settings('${phase}')
  process.report.excludeNetwork = true
  console.log(process.report.getReport().sharedObjects.join(' '))`], { encoding: 'utf8' })

it('a web that serves has no compiler in its memory', () => {
  expect(librariesOf('phase-production-build')).toMatch(/swc/)
  expect(librariesOf('phase-production-server')).not.toMatch(/swc|watcher/)
})
