// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { startTransition, use } from 'react'
import { expect, test } from 'vitest'
import { Part } from '@/components/content/part'
import { show } from '../../support/render'

const inTime = (text: string) => Object.assign(Promise.resolve(text), { status: 'fulfilled', value: text })
const Search = ({ asked }: { asked: Promise<string> }) => <><input aria-label="search" /><p>{use(asked)}</p></>
const page = (asked: Promise<string>) => <Part of={asked} skeleton={<i>skeleton</i>}><Search asked={asked} /></Part>

/** A reading that is late, and how it comes. */
function late() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { asked: promise, come: (text: string) => act(async () => resolve(text)) }
}

test.each([
  ['late', 'in time', false],
  ['in time', 'late', true],
])('a field keeps what is being typed, and the focus, when its part was %s first and is %s as the page is read again', async (_first, _again, wasInTime) => {
  const first = late()
  const { rerender } = await act(async () => show(page(wasInTime ? inTime('first') : first.asked)))
  if (!wasInTime) {
    screen.getByText('skeleton')
    await first.come('first')
  }
  const field = screen.getByRole<HTMLInputElement>('textbox')
  field.focus()
  field.value = '生产'

  const again = late()
  await act(async () => startTransition(() => rerender(page(wasInTime ? again.asked : inTime('again')))))
  if (wasInTime) await again.come('again')
  screen.getByText('again')
  expect([document.activeElement, field.value]).toEqual([field, '生产'])
})
