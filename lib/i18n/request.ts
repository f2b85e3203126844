import { getRequestConfig } from 'next-intl/server'
import { defaultLocale, isLocale } from '@/lib/domain/locale'
import { loadMessages } from './messages'

/** The tenants' clocks stand in China (contract 1.5). */
export const timeZone = 'Asia/Shanghai'

export default getRequestConfig(async ({ requestLocale }) => {
  const wanted = await requestLocale
  const locale = isLocale(wanted) ? wanted : defaultLocale
  return { locale, timeZone, messages: await loadMessages(locale) }
})
