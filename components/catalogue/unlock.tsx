'use client'

import { useMutation } from '@tanstack/react-query'
import { LockOpen } from 'lucide'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import type { Section } from '@/lib/domain/catalogue'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { unlockSection } from '@/lib/queries/catalogue'

type Props = {
  section: Section
  sectionRecordId: string
  className?: string
  /** The id of the section's name. */
  describedBy: string
  onUnlocked: () => void
  /** What the platform says against it, for the row, which stays when this button goes; null once it is asked again. */
  onRefused: (refusal: string | null) => void
}

/** The button in the row of a section that can be unlocked now: unlocks it, says so, and reads the rest of the page again. */
export function UnlockButton({ section, sectionRecordId, className, describedBy, onUnlocked, onRefused }: Props) {
  const t = useTranslations('catalogue')
  const words = usePlatformWords()
  const router = useRouter()
  // Two presses within one frame are one.
  const asked = useRef(false)
  const asking = useMutation({
    mutationFn: unlockSection,
    onSuccess: (answer) => {
      if (answer.unlocked) {
        notify.success(t('unlocked', { name: section.name }))
        onUnlocked()
      } else {
        const refusal = words(answer.reason) || t('unlockRefused')
        notify.error(refusal)
        onRefused(refusal)
      }
      // Either way the platform knows more than this page.
      router.refresh()
    },
    onSettled: () => {
      asked.current = false
    },
  })
  const unlock = () => {
    if (asked.current) return
    asked.current = true
    onRefused(null)
    asking.mutate(sectionRecordId)
  }
  return (
    <Button className={className} look="soft" icon={<Icon of={LockOpen} className="i" />} busy={asking.isPending} busyLabel={t('unlocking')} aria-describedby={describedBy} onClick={unlock}>
      {t('unlock')}
    </Button>
  )
}
