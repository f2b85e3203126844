import { commitInput } from '../../../lib/domain/courseware-input'
import { shapeOf } from './doors'
import { demoHints } from './hints'
import type { Target } from './requests'
import type { Hints } from './values'

/** The addresses of a launched package, which are no doors and name no schema. */
export const contentTargets: Target[] = [
  { name: 'POST /content/:ticket/commit', method: 'POST', path: '/content/:ticket/commit', shape: shapeOf(commitInput) },
  { name: 'GET /content/:ticket/p/:path', method: 'GET', path: '/content/:ticket/p/:path', shape: { type: 'object', properties: { path: { type: 'array', items: { type: 'string' } } }, required: ['path'] } },
]

/** Who may open a package of the demo world, and the package. */
export const launcher = { account: 'learner003', section: { kind: 'course', id: '3001', chapterId: '3102', sectionId: '3203' }, resourceId: '7003' } as const

const changes = { 'cmi.core.lesson_location': '3', 'cmi.suspend_data': 'x' }
const known: Record<string, unknown[]> = {
  path: [['index.html'], ['lesson.js'], ['..', '7004', 'index.html'], ['../7004/index.html'], ['a', '..\\..\\7004', 'index.html']],
  current: ['ITEM'],
  seq: [1, 2, 1_700_000_000_000],
  items: [
    { ITEM: { changes, finished: false } }, { OTHER: { changes, finished: false } }, { ITEM: { changes: { ...changes, ['__proto__']: 'x' }, finished: true } },
    { ITEM: { changes: { 'cmi.suspend_data': '安'.repeat(60_000) }, finished: false } },
  ],
}

/** What means something at the addresses of one launch. */
export const contentHints = (ticket: string): Hints => (name) => (name === 'ticket' ? [ticket] : (known[name] ?? demoHints(name)))
