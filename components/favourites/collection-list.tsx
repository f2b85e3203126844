'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { CollectedCard } from '@/components/favourites/collected-card'
import { EmptyState } from '@/components/ui/empty-state'
import { Grid } from '@/components/ui/grid'
import { notify } from '@/components/ui/notify'
import { useGone } from '@/components/ui/use-gone'
import { Panel } from '@/components/ui/panel'
import { useFocusOnward } from '@/components/ui/use-focus-onward'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Collected } from '@/lib/domain/favourites'
import { setFavourite } from '@/lib/queries/favourites'
import { routes } from '@/lib/routes'
import styles from './collection.module.css'

type Change = { id: string; favourite: boolean }

/** The collected cards. One that is taken out is gone at once, comes back by undo, and when the platform could not be told. */
export function CollectionList({ kind, items }: { kind: EnrolmentKind; items: Collected[] }) {
  const t = useTranslations('favourites')
  const router = useRouter()
  const [gone, setGone] = useGone(items)
  const { list, onward } = useFocusOnward<HTMLDivElement>(items, gone)
  const show = ({ id, favourite }: Change) => setGone((ids) => (favourite ? ids.filter((one) => one !== id) : [...ids, id]))
  const change = useMutation({
    // One after the other, so that taking out and undo arrive in their order.
    scope: { id: `collection-${kind}` },
    mutationFn: ({ id, favourite }: Change) => setFavourite({ kind, id }, favourite),
    onMutate: show,
    onError: (_error, { id, favourite }) => show({ id, favourite: !favourite }),
    onSuccess: (_done, { id, favourite }) => {
      notify.success(t(favourite ? 'added' : 'removed'), favourite ? {} : { action: { label: t('undo'), onPress: () => change.mutate({ id, favourite: true }) } })
      router.refresh()
    },
  })
  const shown = items.filter(({ id }) => !gone.includes(id))
  const remove = (id: string) => {
    onward(id)
    change.mutate({ id, favourite: false })
  }

  if (shown.length === 0) {
    const href = kind === 'course' ? routes.courseLibrary() : routes.planLibrary()
    return <Panel><EmptyState text={t(`mine.none.${kind}`)} action={{ href, label: t(`mine.toLibrary.${kind}`) }} /></Panel>
  }
  return (
    <div className={styles.list} ref={list}>
      <Grid phone="rows" label={t(`mine.list.${kind}`)}>
        {shown.map((item) => <div className={styles.cell} key={item.id} data-row={item.id}><CollectedCard kind={kind} item={item} onRemove={() => remove(item.id)} /></div>)}
      </Grid>
    </div>
  )
}
