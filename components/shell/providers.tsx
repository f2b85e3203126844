'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { CourseOpener } from '@/components/courses/course-opening'
import { useLeadAway } from '@/components/shell/lead-away'
import { notify } from '@/components/ui/notify'
import { BffError } from '@/lib/queries/bff'

/** What the browser does about a failed door, once for the whole product (spec 3 §8.1). */
function useReaction() {
  const wordsOf = useWordsOfError()
  const leadAway = useLeadAway()
  return (error: unknown, silent: boolean) => {
    if (leadAway(error) || silent) return
    notify.error(wordsOf(error))
  }
}

/** The client's query cache with the one reaction to errors. */
export function Providers({ children }: { children: ReactNode }) {
  const react = useReaction()
  const [client] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: (error, query) => react(error, query.meta?.silent === true) }),
        mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => react(error, mutation.meta?.silent === true) }),
        // Without a network every call fails at once and says so, instead of waiting unseen; parts come back with it.
        defaultOptions: {
          mutations: { networkMode: 'always' },
          queries: { networkMode: 'always', refetchOnReconnect: true, staleTime: 30_000, retry: (count, error) => error instanceof BffError && ['failed', 'timeout', 'busy'].includes(error.code) && count < 2, meta: { silent: true } },
        },
      }),
  )
  return <QueryClientProvider client={client}><CourseOpener>{children}</CourseOpener></QueryClientProvider>
}
