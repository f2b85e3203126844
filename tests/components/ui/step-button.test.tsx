// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { StepButton } from '@/components/ui/step-button'
import { show } from '../../support/render'

it('a button that its own last press switches off keeps the focus, and is not pressed again', () => {
  const onClick = vi.fn()
  const { rerender } = show(<StepButton label="放大" icon={null} onClick={onClick} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '放大' })
  fireEvent.click(button)
  rerender(<StepButton label="放大" icon={null} disabled onClick={onClick} />)
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()
  // One that is natively disabled has no focus in a browser.
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
})
