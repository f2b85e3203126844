import { MyClasses } from '@/components/classes/my-classes'
import { Messages } from '@/lib/i18n/messages-provider'
import { requireLearner } from '@/lib/request/learner'
import { settle } from '@/lib/request/settle'
import { listClasses } from '@/lib/training/classes'

/** My classes in the personal centre. */
export async function ClassesView() {
  const classes = await settle(listClasses(await requireLearner()))
  return <Messages areas={['classes', 'rankings']}><MyClasses classes={classes} /></Messages>
}
