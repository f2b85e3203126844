import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

it('containers have the same room in memory as `npm run up`: the image that of a training API, a web its own', async () => {
  vi.stubEnv('NODE_OPTIONS', '')
  vi.stubEnv('MALLOC_ARENA_MAX', '')
  const { apiMemory, webMemory } = await import('@/scripts/lib/memory.mjs')
  const image = readFileSync('Dockerfile', 'utf8')
  expect(image).toContain(`NODE_OPTIONS="${apiMemory.NODE_OPTIONS}"`)
  expect(image).toContain(`MALLOC_ARENA_MAX=${apiMemory.MALLOC_ARENA_MAX}`)
  expect(readFileSync('compose.yaml', 'utf8')).toMatch(new RegExp(`^x-web:[\\s\\S]*?NODE_OPTIONS: ${webMemory.NODE_OPTIONS}$`, 'm'))
})
