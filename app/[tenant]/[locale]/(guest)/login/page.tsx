import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { EntryFrame } from '@/components/session/entry-frame'
import { LoginForm } from '@/components/session/login-form'
import { PrivacyPolicy } from '@/components/session/privacy-policy'
import { pageLocale } from '@/lib/i18n/page-locale'
import { Messages } from '@/lib/i18n/messages-provider'
import { isRegistrationOffered } from '@/lib/request/registration'
import { requireTenant } from '@/lib/request/tenant'
import { inLanguage, routes } from '@/lib/routes'

type Props = { params: Promise<{ tenant: string; locale: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await getTranslations({ locale: await pageLocale(params), namespace: 'session' }))('title') }
}

export default async function LoginPage({ params }: Props) {
  const { tenant: domain } = await params
  const locale = await pageLocale(params)
  const tenant = await requireTenant(domain, locale)
  const t = await getTranslations('session')
  const links = (await isRegistrationOffered(tenant.id)) ? { register: inLanguage(locale, routes.register()), forgot: inLanguage(locale, routes.resetPassword()) } : null
  return (
    <EntryFrame tenant={tenant} title={t('title')} text={t('subtitle')}>
      <Messages areas={['session']}>
        <LoginForm links={links} policy={<PrivacyPolicy platform={tenant.title} />} />
      </Messages>
    </EntryFrame>
  )
}
