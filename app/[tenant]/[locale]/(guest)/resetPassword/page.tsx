import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { BackToLogin } from '@/components/account/back-to-login'
import { ClosedDoor } from '@/components/account/closed-door'
import { ResetForm } from '@/components/account/reset-form'
import { EntryFrame } from '@/components/session/entry-frame'
import { pageLocale } from '@/lib/i18n/page-locale'
import { Messages } from '@/lib/i18n/messages-provider'
import { registrationOpen } from '@/lib/request/registration'
import { requireTenant } from '@/lib/request/tenant'

type Props = { params: Promise<{ tenant: string; locale: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations({ locale: await pageLocale(params), namespace: 'account.reset' }))('title') }
}

export default async function ResetPasswordPage({ params }: Props) {
  const { tenant: domain } = await params
  const tenant = await requireTenant(domain, await pageLocale(params))
  const t = await getTranslations('account.reset')
  const open = await registrationOpen(tenant.id)
  return (
    <EntryFrame tenant={tenant} title={t('title')} text={open ? t('text') : t('closedTitle')}>
      <Messages areas={['account']}>{open ? <ResetForm><BackToLogin /></ResetForm> : <ClosedDoor text={t('closed')} />}</Messages>
    </EntryFrame>
  )
}
