import { LearnerTools, type LearnerToolsProps } from '@/components/shell/learner-tools'
import { Providers } from '@/components/shell/providers'
import { SessionWatch } from '@/components/shell/session-watch'

/** A learner's tools on a page that has no query cache of its own, and no strip of visited pages; loaded only when a learner is there. */
export default function LearnerToolsAlone(props: LearnerToolsProps) {
  return <Providers><SessionWatch /><LearnerTools {...props} hasStrip={false} /></Providers>
}
