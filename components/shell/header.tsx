import { HeaderFrame, type HeaderTenant } from '@/components/shell/header-frame'
import { LearnerTools, type LearnerToolsProps } from '@/components/shell/learner-tools'

/** Logo and name, where one can go, messages and the learner's own menu. */
export function Header({ tenant, learner, exerciseBank }: LearnerToolsProps & { tenant: HeaderTenant }) {
  return <HeaderFrame tenant={tenant} exerciseBank={exerciseBank}><LearnerTools learner={learner} exerciseBank={exerciseBank} /></HeaderFrame>
}
