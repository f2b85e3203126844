// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useDetails } from '@/components/ui/use-details'

function Course({ initially = false }: { initially?: boolean }) {
  const { open, given } = useDetails(initially)
  return <details {...given}><summary>低压电工</summary>{open && <p>第 1 章</p>}</details>
}

async function pressedBefore(initially: boolean) {
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Course initially={initially} />)
  document.body.replaceChildren(page)
  page.querySelector('details')!.open = !initially
  const root = await act(async () => hydrateRoot(page, <Course initially={initially} />))
  return { page, end: () => act(async () => root.unmount()) }
}

it('what was opened before the page was in React’s hands shows its contents, and what was closed does not', async () => {
  const opened = await pressedBefore(false)
  expect(opened.page.textContent).toContain('第 1 章')
  await opened.end()
  const closed = await pressedBefore(true)
  expect(closed.page.querySelector('details')!.open).toBe(false)
  expect(closed.page.textContent).not.toContain('第 1 章')
  await closed.end()
})
