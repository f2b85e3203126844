import { useTranslations } from 'next-intl'
import { use } from 'react'
import { usePlatformLang } from '@/components/content/platform-text'
import { BannerCarousel } from '@/components/home/banner-carousel'
import styles from '@/components/home/home.module.css'
import { ErrorState } from '@/components/ui/error-state'
import type { Settled } from '@/lib/domain/errors'
import type { Banner } from '@/lib/domain/home'

/** The carousel of the home page; a tenant without banners has a calm word of welcome in its place. */
export function HomeBanners({ asked }: { asked: Promise<Settled<Banner[]>> }) {
  const banners = use(asked)
  const t = useTranslations('home')
  const langOf = usePlatformLang()
  if (banners.error) return <div className={`${styles.failed} panel`}><ErrorState title={t('bannersFailed')} /></div>
  if (banners.value.length === 0) return <p className={styles.welcome}>{t('welcome')}</p>
  return <div className={styles.edge}><BannerCarousel label={t('banners')} banners={banners.value.map((banner) => ({ ...banner, lang: langOf(banner.title) }))} /></div>
}
