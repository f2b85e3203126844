'use client'

import { useTranslations } from 'next-intl'
import { currentAddress } from '@/components/ui/address'
import { notify } from '@/components/ui/notify'
import { BffError } from '@/lib/queries/bff'
import { routes } from '@/lib/routes'

let leaving = false

/** What leads away after a failure that ends the work here, and tells whether it does: to the login and back when the session is over (said once), to no access when it is forbidden. */
export function useLeadAway(): (error: unknown) => boolean {
  const t = useTranslations('errors')
  return (error) => {
    const code = error instanceof BffError ? error.code : 'failed'
    if (code === 'forbidden') location.assign(routes.noAccess())
    if (code === 'expired' && !leaving) {
      leaving = true
      // The way back may show this very page once more, as it was left.
      addEventListener('pageshow', () => { leaving = false }, { once: true })
      notify.error(t('expired'))
      location.assign(routes.login(currentAddress(), 'expired'))
    }
    return code === 'expired' || code === 'forbidden'
  }
}

/** For calls made without a query, whose cache would lead away: such a call as it was, with its failure, which leads away where it must. */
export function useWatched(): <Answer>(asked: Promise<Answer>) => Promise<Answer> {
  const leadAway = useLeadAway()
  return (asked) => asked.catch((error: unknown) => {
    leadAway(error)
    throw error
  })
}
