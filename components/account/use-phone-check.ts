'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import type { CodePurpose } from '@/lib/domain/account'
import { checkPhone } from '@/lib/queries/entry'

/** What it needs of the form around it. */
type Check = {
  values: () => { phone: string }
  look: (field: 'phone') => boolean
  setError: (field: 'phone', text: string) => void
  focus: (field: 'phone') => void
}

export type PhoneCheck = {
  /** On leaving the field: shows what is wrong. */
  look: () => Promise<void>
  /** Before anything is sent: whether the phone may be used; if not its error shows, and the field has the focus. */
  require: (phone: string) => Promise<boolean>
}

/** Whether a phone is free (to register) or known (for a new password), asked once for each phone, and again at a press once something was wrong; what cannot be asked is left to the platform. */
export function usePhoneCheck(purpose: CodePurpose, check: Check): PhoneCheck {
  const t = useTranslations('account.phone')
  const last = useRef<{ phone: string; answer: Promise<string | undefined> } | null>(null)
  /** The phone that was wrong when it was asked last. */
  const wrong = useRef<string>(undefined)
  const problemOf = (phone: string): Promise<string | undefined> => {
    if (last.current?.phone !== phone) last.current = { phone, answer: checkPhone(phone).then(({ known }) => (known === (purpose === 'register') ? t(known ? 'taken' : 'unknown') : undefined), () => void (last.current = null)) }
    return last.current.answer
  }
  /** Whether nothing is wrong with it; what is shows at the field, unless that has another by then. */
  const isRight = async (phone: string) => {
    const problem = await problemOf(phone)
    wrong.current = problem && phone
    if (problem && check.values().phone === phone) check.setError('phone', problem)
    return !problem
  }
  return {
    look: async () => {
      if (check.look('phone')) await isRight(check.values().phone)
    },
    require: async (phone) => {
      // It may have been registered in another window since, or set free.
      if (wrong.current === phone) last.current = null
      const right = await isRight(phone)
      if (!right) check.focus('phone')
      return right
    },
  }
}
