'use client'

import { useQuery } from '@tanstack/react-query'
import { Header, type HeaderProps } from '@/components/shell/header'
import { whoQuery } from '@/lib/queries/session'

/** The header of a page that is the same for everybody: a learner who is logged in gets back what is theirs. */
export function GuestHeader({ tenant }: Pick<HeaderProps, 'tenant'>) {
  const { data } = useQuery(whoQuery)
  return <Header tenant={tenant} learner={data?.learner ?? null} exerciseBank={data?.exerciseBank ?? false} />
}
