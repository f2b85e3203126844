import { NextIntlClientProvider } from 'next-intl'
import { getLocale, getMessages, getNow } from 'next-intl/server'
import type { ReactNode } from 'react'
import { sharedAreas, type Area } from './areas'
import { timeZone } from './request'

/** Hands the messages of some areas (and the shared ones) to the client components below; the others never leave the server. */
export async function Messages({ areas = [], children }: { areas?: Area[]; children: ReactNode }) {
  const all = (await getMessages()) as Record<string, unknown>
  const picked = Object.fromEntries([...new Set([...sharedAreas, ...areas])].map((area) => [area, all[area]]))
  return (
    <NextIntlClientProvider locale={await getLocale()} timeZone={timeZone} now={await getNow()} messages={picked as never}>
      {children}
    </NextIntlClientProvider>
  )
}
