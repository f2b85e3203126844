import { use } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Part } from '@/components/content/part'
import { inTime } from '@/lib/request/in-time'

vi.mock('next/headers', () => ({ headers: async () => new Headers() }))

const Text = ({ asked }: { asked: Promise<string> }) => <p>{use(asked)}</p>
const skeleton = <i>skeleton</i>

// No boundary's marks: with them a large part would be sent behind its skeleton.
test('what was there in time stands there at once, without a boundary', async () => {
  const asked = Promise.resolve('x')
  await inTime(asked)
  const html = renderToString(<Part of={asked} skeleton={skeleton}><Text asked={asked} /></Part>)
  expect(html).toBe('<p>x</p>')
})

test('what is late has its skeleton', () => {
  const late = new Promise<string>(() => undefined)
  expect(renderToString(<Part of={late} skeleton={skeleton}><Text asked={late} /></Part>)).toContain('skeleton')
})
