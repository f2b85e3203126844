import type { IconNode } from 'lucide'

/** Half done: a ring whose right half is filled, in the manner of the icons. */
export const halfDisc: IconNode = [['circle', { cx: '12', cy: '12', r: '10' }], ['path', { d: 'M12 2a10 10 0 0 1 0 20z', fill: 'currentColor' }]]
