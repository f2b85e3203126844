// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { StarInput } from '@/components/ui/star-input'
import { Stars } from '@/components/ui/stars'
import { show } from '../../support/render'

function Rating({ disabled = false }: { disabled?: boolean }) {
  const [value, setValue] = useState(0)
  return <StarInput label="评分" name="stars" value={value} onChange={setValue} disabled={disabled} />
}
const chosen = () => (screen.getAllByRole('radio') as HTMLInputElement[]).find((radio) => radio.checked)?.value

describe('star input', () => {
  it('is one group of five radio buttons, so that the browser moves by arrows', () => {
    show(<Rating />)
    const radios = screen.getAllByRole('radio') as HTMLInputElement[]
    expect(screen.getByRole('radiogroup', { name: '评分' })).toBeTruthy()
    expect(radios.map(({ name, value }) => `${name}${value}`)).toEqual(['stars1', 'stars2', 'stars3', 'stars4', 'stars5'])
    fireEvent.click(screen.getByRole('radio', { name: '4 星' }))
    expect(chosen()).toBe('4')
  })

  it('chooses by the keys 1 to 5 and takes the focus there', () => {
    show(<Rating />)
    fireEvent.keyDown(screen.getByRole('radiogroup'), { key: '3' })
    expect(chosen()).toBe('3')
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '3 星' }))
    for (const key of ['0', '6', 'a', ' ']) fireEvent.keyDown(screen.getByRole('radiogroup'), { key })
    fireEvent.keyDown(screen.getByRole('radiogroup'), { key: '5', ctrlKey: true })
    expect(chosen()).toBe('3')
  })

  it('chooses nothing when it is off', () => {
    show(<Rating disabled />)
    fireEvent.keyDown(screen.getByRole('radiogroup'), { key: '3' })
    expect(chosen()).toBeUndefined()
  })
})

describe('stars', () => {
  it.each([[4.6, '4.5'], [4.8, '5'], [-1, '0'], [9, '5']])('shows %f as %s, in halves', (value, drawn) => {
    show(<Stars value={value} />)
    expect(screen.getByRole('img').style.getPropertyValue('--v')).toBe(drawn)
  })
  it('says the exact figure', () => {
    show(<Stars value={4.6} figure />)
    expect(screen.getByRole('img', { name: '4.6 分，满分 5 分' })).toBeTruthy()
    expect(screen.getByText('4.6')).toBeTruthy()
  })
})
