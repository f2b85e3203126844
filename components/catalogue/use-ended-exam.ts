import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { reloadForFile } from '@/components/shell/missing-file'
import { currentAddress } from '@/components/ui/address'
import { notify } from '@/components/ui/notify'
import { usePush, useRouteBar } from '@/components/ui/route-bar'
import type { PlayerPlace } from '@/lib/domain/enrolment'
import { routes } from '@/lib/routes'

// After the page: hardly anybody presses there.
const examGoesOn = (place: PlayerPlace) => import('@/lib/queries/ended-exams').then((file) => file.examGoesOn(place))

/**
 * A press at an exam of a plan that has ended: leads to it while a paper of it still runs or a result of its simulation waits, of which the
 * catalogue does not tell; else says that the plan is over.
 */
export function useEndedExam(): (place: PlayerPlace) => void {
  const t = useTranslations('enrolment')
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
  return (place) => {
    if (!looking.isPending && !leaving) looking.mutate(place)
  }
}
