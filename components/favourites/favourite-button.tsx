'use client'

import { useMutation } from '@tanstack/react-query'
import { Heart } from 'lucide'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { notify } from '@/components/ui/notify'
import { Said } from '@/components/ui/said'
import type { FavouriteTarget } from '@/lib/domain/favourites'
import { setFavourite } from '@/lib/queries/favourites'
import styles from './favourite-button.module.css'

/** The heart of a course or plan: fills at the press, empties again and says why when the platform could not be told. */
export function FavouriteButton({ target, isFavourite }: { target: FavouriteTarget; isFavourite: boolean }) {
  const t = useTranslations('favourites')
  const router = useRouter()
  const wordsOf = useWordsOfError('expired')
  const [known, setKnown] = useState(isFavourite)
  const [shown, setShown] = useState(isFavourite)
  const toggle = useMutation({
    // One after the other, so that two quick presses arrive in their order.
    scope: { id: `favourite-${target.kind}-${target.id}` },
    mutationFn: (favourite: boolean) => setFavourite(target, favourite),
    onMutate: (favourite) => setShown(favourite),
    onError: (_error, favourite) => setShown(!favourite),
    onSuccess: (_done, favourite) => {
      notify.success(t(favourite ? 'added' : 'removed'))
      router.refresh()
    },
  })
  // What the server says anew wins over what was known before; a press under way wins over both.
  if (known !== isFavourite) {
    setKnown(isFavourite)
    if (!toggle.isPending) setShown(isFavourite)
  }
  return (
    <>
      <IconButton
        className={shown ? styles.on : undefined}
        label={t(shown ? 'remove' : 'add')}
        icon={<Icon of={Heart} className={shown ? 'i i-solid' : 'i'} aria-hidden="true" />}
        onClick={() => toggle.mutate(!shown)}
      />
      <Said text={toggle.error && shown !== toggle.variables ? wordsOf(toggle.error) : null} />
    </>
  )
}
