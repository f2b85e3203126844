// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { SkillTree } from '@/components/post-maps/skill-tree'
import { Providers } from '@/components/shell/providers'
import type { Skill } from '@/lib/domain/post-maps'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, refresh: () => undefined }), usePathname: () => '/', useSearchParams: () => new URLSearchParams() }))

it('marks how each skill stands, and none of which that is not known', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const skill = (id: string, state: Skill['state']): Skill => ({ id, name: `skill ${id}`, state, passedCount: null, courseCount: null })
  show(<Providers><SkillTree postMapId="1" skills={[skill('1', 'notJoined'), skill('2', 'inProgress'), skill('3', 'reached'), skill('4', 'unknown')]} /></Providers>)
  expect([...document.querySelectorAll('summary')].map(({ textContent }) => textContent)).toEqual(['未开始skill 1', '进行中skill 2', '已达成skill 3', 'skill 4'])
  vi.unstubAllGlobals()
})
