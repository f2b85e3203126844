import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useTransition } from 'react'
import { currentAddress } from '@/components/ui/address'
import { notify } from '@/components/ui/notify'
import type { EnrolmentTarget, PlayerPlace } from '@/lib/domain/enrolment'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { resumeLearning, startLearning } from '@/lib/queries/enrolment'
import { routes } from '@/lib/routes'

type Way = {
  /** Begin it, or go on where it was left. */
  by: 'start' | 'resume'
  /** Somewhere else than the platform would open. */
  at?: PlayerPlace
}

/** Opens the player for a course or plan; a refusal is said in a toast and given back for the place where it was pressed. */
export function useOpening(target: EnrolmentTarget) {
  const router = useRouter()
  const words = usePlatformWords()
  const t = useTranslations('errors')
  const reasonOf = (reason: string) => words(reason) || t('notPermitted')
  const [leaving, leave] = useTransition()
  // Two presses within one frame are one.
  const asked = useRef(false)
  const asking = useMutation({
    mutationFn: ({ by }: Way) => (by === 'start' ? startLearning(target) : resumeLearning(target)),
    onMutate: currentAddress,
    onSuccess: (opening, { at }, pressedOn) => {
      // Who has gone elsewhere meanwhile is not called back.
      if (currentAddress() !== pressedOn) return
      if (opening.allowed) leave(() => router.push(routes.player(at ?? opening.place)))
      else {
        notify.error(reasonOf(opening.reason))
        // It offers what there is no more: a plan may have ended since.
        router.refresh()
      }
    },
    onSettled: () => {
      asked.current = false
    },
  })
  const open = (way: Way) => {
    if (asked.current) return
    asked.current = true
    asking.mutate(way)
  }
  const refused = asking.data && !asking.data.allowed ? reasonOf(asking.data.reason) : null
  return { open, busy: asking.isPending || leaving, refused }
}
