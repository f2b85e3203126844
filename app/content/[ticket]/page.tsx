import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'
import { FailedLaunch } from '@/components/courseware/failed-launch'
import { LaunchPage } from '@/components/courseware/launch-page'
import { Messages } from '@/lib/i18n/messages-provider'
import { viewIfAny } from '@/lib/request/content'
import { readLaunch } from '@/lib/request/launches'

type Props = { params: Promise<{ ticket: string }> }

/** The launch page of a package: the runtime, and the package in a frame of the same origin. */
export default async function ContentPage({ params }: Props) {
  const launch = await readLaunch((await params).ticket)
  if (!launch) notFound()
  setRequestLocale(launch.locale)
  const view = await viewIfAny(launch)
  return (
    <Messages areas={['courseware']}>
      {view ? <LaunchPage launch={view} /> : <FailedLaunch appOrigin={launch.appOrigin} />}
    </Messages>
  )
}
