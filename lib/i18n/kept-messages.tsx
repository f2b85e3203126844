'use client'

import { NextIntlClientProvider, type AbstractIntlMessages } from 'next-intl'
import { createContext, use, useMemo, type ReactNode } from 'react'
import type { Locale } from '@/lib/domain/locale'

type Props = { locale: Locale; timeZone: string; now: Date; /** Messages by area, as JSON: text crosses from server to browser at a fraction of what a tree costs. */ words: string; children: ReactNode }

const Above = createContext<AbstractIntlMessages>({})

/** By their text: there are as many as there are sets of areas that pages hand out, in each language. */
const read = new Map<string, AbstractIntlMessages>()

function messagesOf(words: string): AbstractIntlMessages {
  const messages = read.get(words) ?? (JSON.parse(words) as AbstractIntlMessages)
  read.set(words, messages)
  return messages
}

/** The messages handed out here, and those handed out above. */
export function KeptMessages({ locale, timeZone, now, words, children }: Props) {
  const above = use(Above)
  const messages = useMemo(() => ({ ...above, ...messagesOf(words) }), [above, words])
  return (
    <Above value={messages}>
      <NextIntlClientProvider locale={locale} timeZone={timeZone} now={now} messages={messages}>
        {children}
      </NextIntlClientProvider>
    </Above>
  )
}
