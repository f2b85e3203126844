// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SelectField } from '@/components/ui/select-field'
import { TextAreaField } from '@/components/ui/text-area-field'
import { TextField } from '@/components/ui/text-field'
import { show } from '../../support/render'

const described = (control: HTMLElement) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent

describe('fields', () => {
  it('are named by their label and described by their hint', () => {
    show(<TextField label="手机号" hint="用于接收验证码" inputMode="numeric" />)
    const control = screen.getByLabelText('手机号')
    expect(described(control)).toBe('用于接收验证码')
    expect(control.hasAttribute('aria-invalid')).toBe(false)
  })

  it('say what is wrong in the place of the hint', () => {
    show(<TextField label="手机号" hint="用于接收验证码" error="请输入正确的手机号" />)
    const control = screen.getByLabelText('手机号')
    expect(control.getAttribute('aria-invalid')).toBe('true')
    expect(described(control)).toBe('请输入正确的手机号')
    expect(screen.queryByText('用于接收验证码')).toBeNull()
  })

  it('work the same for several lines and choices', () => {
    show(<><TextAreaField label="评价" error="请填写评价" /><SelectField label="性别" hint="可不填" options={[{ value: 1, label: '男' }]} /></>)
    expect(described(screen.getByLabelText('评价'))).toBe('请填写评价')
    expect(described(screen.getByLabelText('性别'))).toBe('可不填')
  })

  it('show a password on request and keep what was typed', () => {
    show(<TextField label="密码" type="password" defaultValue="Train2026" autoComplete="current-password" />)
    const control = screen.getByLabelText('密码') as HTMLInputElement
    const toggle = screen.getByRole('button', { name: '显示密码' })
    expect(control.type).toBe('password')
    fireEvent.click(toggle)
    expect([control.type, control.value, toggle.getAttribute('aria-pressed')]).toEqual(['text', 'Train2026', 'true'])
    fireEvent.click(toggle)
    expect(control.type).toBe('password')
  })
})
