import { useTranslations } from 'next-intl'
import { AvatarPanel, ContactRow, HeaderBehind, PasswordSection } from '@/components/account/profile-parts'
import { Preferences } from '@/components/account/preferences'
import { RecordSection } from '@/components/account/record-section'
import { PlatformText } from '@/components/content/platform-text'
import { ErrorState } from '@/components/ui/error-state'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { Profile } from '@/lib/domain/account'
import type { Settled } from '@/lib/domain/errors'
import styles from './profile.module.css'

const facts = ['name', 'account', 'sex', 'post', 'company', 'department'] as const

function Facts({ profile }: { profile: Profile }) {
  const t = useTranslations('profile.facts')
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => {
        const value = fact === 'sex' ? t(`sexes.${profile.sex}`) : profile[fact]
        return <div key={fact}><dt>{t(fact)}</dt><dd className={value ? undefined : 'muted'}>{value ? fact === 'sex' || fact === 'account' ? value : <PlatformText>{value}</PlatformText> : t('none')}</dd></div>
      })}
    </dl>
  )
}

/** Personal data: what the organisation keeps, what one changes oneself, and what one may take along. */
export function ProfileView({ profile, isNewer = false }: { profile: Settled<Profile>; /** It shows another name or picture than the header, which was made before it was read. */ isNewer?: boolean }) {
  const t = useTranslations('profile')
  const tErrors = useTranslations('errors')
  const known = profile.value
  return (
    <Stack>
      {isNewer && <HeaderBehind />}
      <PageHead title={t('title')} />
      {known
        ? (
          <>
            <Panel labelledBy="profile-facts">
              <h2 className={`h3 ${styles.heading}`} id="profile-facts">{t('facts.title')}</h2>
              <AvatarPanel avatarUrl={known.avatarUrl} name={known.name} />
              <Facts profile={known} />
            </Panel>
            <Panel labelledBy="profile-contact">
              <h2 className={`h3 ${styles.heading}`} id="profile-contact">{t('contact.title')}</h2>
              <ContactRow learnerId={known.id} field="phone" initial={known.phone} />
              <ContactRow learnerId={known.id} field="email" initial={known.email} />
            </Panel>
          </>
        )
        : <Panel><ErrorState title={tErrors('loadFailed', { what: t('what') })} /></Panel>}
      <Panel labelledBy="profile-password">
        <h2 className={`h3 ${styles.heading}`} id="profile-password">{t('password.title')}</h2>
        <PasswordSection />
      </Panel>
      <Panel labelledBy="profile-preferences">
        <h2 className={`h3 ${styles.heading}`} id="profile-preferences">{t('preferences.title')}</h2>
        <Preferences />
      </Panel>
      <Panel labelledBy="profile-record">
        <h2 className={`h3 ${styles.heading}`} id="profile-record">{t('record.title')}</h2>
        <RecordSection />
      </Panel>
    </Stack>
  )
}
