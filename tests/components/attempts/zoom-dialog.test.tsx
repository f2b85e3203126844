// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ZoomDialog } from '@/components/attempts/zoom-dialog'
import { show } from '../../support/render'
import { questions } from './exam-server'

it('a question is as large as one likes, and at the end the button that led there keeps the focus', () => {
  show(<ZoomDialog question={questions[0]!} pictures={new Map()} onClose={() => undefined} />)
  const larger = screen.getByRole<HTMLButtonElement>('button', { name: '放大', hidden: true })
  for (let press = 0; press < 5; press += 1) fireEvent.click(larger)
  expect(screen.getByRole('status', { hidden: true }).textContent).toContain('400')
  // One that is natively disabled has no focus in a browser.
  expect([larger.disabled, larger.getAttribute('aria-disabled')]).toEqual([false, 'true'])
})
