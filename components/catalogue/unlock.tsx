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

/** Unlocks a section, says so, and reads the rest of the page again; a refusal is given back for its row. */
export function useUnlocking(section: Section, onUnlocked: () => void) {
  const t = useTranslations('catalogue')
  const words = usePlatformWords()
  const router = useRouter()
  const refusal = (reason: string) => words(reason) || t('unlockRefused')
  // Two presses within one frame are one.
  const asked = useRef(false)
  const asking = useMutation({
    mutationFn: unlockSection,
    onSuccess: (answer) => {
      if (answer.unlocked) {
        notify.success(t('unlocked', { name: section.name }))
        onUnlocked()
      } else notify.error(refusal(answer.reason))
      // Either way the platform knows more than this page.
      router.refresh()
    },
    onSettled: () => {
      asked.current = false
    },
  })
  const unlock = (sectionRecordId: string) => {
    if (asked.current) return
    asked.current = true
    asking.mutate(sectionRecordId)
  }
  const refused = section.locked && asking.data && !asking.data.unlocked ? refusal(asking.data.reason) : null
  return { unlock, busy: asking.isPending, refused }
}

/** The button in the row of a section that can be unlocked now. */
export function UnlockButton({ className, busy, describedBy, onPress }: { className?: string; busy: boolean; /** The id of the section's name. */ describedBy: string; onPress: () => void }) {
  const t = useTranslations('catalogue')
  return (
    <Button className={className} look="soft" icon={<Icon of={LockOpen} className="i" />} busy={busy} busyLabel={t('unlocking')} aria-describedby={describedBy} onClick={onPress}>
      {t('unlock')}
    </Button>
  )
}
