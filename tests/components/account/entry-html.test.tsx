import { NextIntlClientProvider } from 'next-intl'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { RegisterForm } from '@/components/account/register-form'
import { ResetForm } from '@/components/account/reset-form'
import { LoginForm } from '@/components/session/login-form'
import account from '@/messages/zh/account.json'
import errors from '@/messages/zh/errors.json'
import session from '@/messages/zh/session.json'
import ui from '@/messages/zh/ui.json'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }))

// As a browser has it before its scripts have run, or where they never do: a form that is sent then puts every field into an address.
it.each([
  ['registration', <RegisterForm key="1" />], ['a new password', <ResetForm key="2" />], ['login', <LoginForm key="3" links={null} policy={null} />],
])('the form for %s sends nothing by itself', (_name, form) => {
  const html = renderToString(<NextIntlClientProvider locale="zh" timeZone="Asia/Shanghai" messages={{ account, errors, session, ui }}>{form}</NextIntlClientProvider>)
  const forms = [...html.matchAll(/<form\b[^>]*>/g)].map(([tag]) => tag)
  expect(forms).toHaveLength(1)
  expect(forms[0]).toContain(' method="dialog"')
})
