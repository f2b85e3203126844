import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { reloadForFile } from '@/components/shell/missing-file'
import { currentAddress } from '@/components/ui/address'
import { notify } from '@/components/ui/notify'
import { usePush, useRouteBar } from '@/components/ui/route-bar'
import type { Closure, PlayerPlace } from '@/lib/domain/enrolment'
import { routes } from '@/lib/routes'

// After the page: hardly anybody presses there.
const examGoesOn = (place: PlayerPlace) => import('@/lib/queries/ended-exams').then((file) => file.examGoesOn(place))

/**
 * A press where nothing opens: says why. `exam` is one of a plan that the learner has begun: of one that has ended it leads there while a paper
 * of it still runs or a result of its simulation waits, of which the catalogue does not tell.
 */
export function useClosedPress(): (closure: Closure, exam?: PlayerPlace | null) => void {
  const t = useTranslations('enrolment')
  const errors = useTranslations('errors')
  const { push, leaving } = usePush()
  const looking = useMutation({
    mutationFn: examGoesOn,
    onMutate: currentAddress,
    onSuccess: (goesOn, place, pressedOn) => {
      // Who has gone elsewhere meanwhile is not called back.
      if (currentAddress() !== pressedOn) return
      if (goesOn) push(routes.player(place))
      else notify.error(t('notOpen'))
    },
    onError: (error) => void reloadForFile(error),
  })
  useRouteBar(looking.isPending)
  return (closure, exam = null) => {
    if (closure !== 'ended' || !exam) return notify.error(closure === 'forbidden' ? errors('notPermitted') : t('notOpen'))
    if (!looking.isPending && !leaving) looking.mutate(exam)
  }
}
