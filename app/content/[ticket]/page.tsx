import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import { LaunchPage } from '@/components/courseware/launch-page'
import { Messages } from '@/lib/i18n/messages-provider'
import { viewOfLaunch } from '@/lib/request/content'
import { readLaunch } from '@/lib/request/launches'

type Props = { params: Promise<{ ticket: string }> }

/** The launch page of a package: the runtime, and the package in a frame of the same origin. */
export default async function ContentPage({ params }: Props) {
  const launch = await readLaunch((await params).ticket)
  if (!launch) notFound()
  setRequestLocale(launch.locale)
  return (
    <Messages areas={['courseware']}>
      <LaunchPage launch={await viewOfLaunch(launch)} />
    </Messages>
  )
}
