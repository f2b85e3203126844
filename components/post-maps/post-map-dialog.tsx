'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { SkillTree } from '@/components/post-maps/skill-tree'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { useTellRefusal } from '@/components/shell/tell-refusal'
import { notify } from '@/components/ui/notify'
import { ProgressLine } from '@/components/ui/progress-bar'
import { Said } from '@/components/ui/said'
import { PanelSkeleton } from '@/components/ui/skeletons'
import type { PostMapDetail } from '@/lib/domain/post-maps'
import { isNotThere } from '@/lib/queries/not-there'
import { joinPostMap, postMap } from '@/lib/queries/post-maps'
import { PostMapMark } from './post-map-mark'
import styles from './post-maps.module.css'

/** A post map: what the post demands, its skills with the evidence that counts, and joining. */
export default function PostMapDialog({ id, name, onJoined, onClose }: { id: string; name: string; onJoined: () => void; onClose: () => void }) {
  const t = useTranslations('postMaps')
  const asked = useQuery(postMap(id))
  const title = asked.data?.name ?? name
  return (
    <Dialog open wide title={title ? <PlatformText>{title}</PlatformText> : t('title')} onClose={onClose}>
      {asked.data
        ? <OpenMap map={asked.data} onJoined={onJoined} />
        : isNotThere(asked.error) ? <EmptyState title={t('gone')} /> : asked.isError ? <ErrorState title={t('oneFailed')} onRetry={() => void asked.refetch()} retrying={asked.isFetching} /> : <PanelSkeleton lines={4} height={320} />}
    </Dialog>
  )
}

function OpenMap({ map, onJoined }: { map: PostMapDetail; onJoined: () => void }) {
  const t = useTranslations('postMaps')
  return (
    <div className={styles.open}>
      <div className={styles.facts}>
        <PostMapMark state={map.state} />
        {map.pathName && <span className={styles.meta}>{t.rich('path', { name: map.pathName, path: (chunks) => <PlatformText>{String(chunks)}</PlatformText> })}</span>}
        <Joining map={map} onJoined={onJoined} />
      </div>
      {map.introduction && <p className={styles.introduction}><PlatformText>{map.introduction}</PlatformText></p>}
      <ProgressLine percent={map.achievedPercent} label={t('achieved')} tone={map.achievedPercent === 100 ? 'ok' : 'brand'} />
      <SkillTree postMapId={map.id} skills={map.skills} />
    </div>
  )
}

/** The button, and once joined how many have. */
function Joining({ map, onJoined }: { map: PostMapDetail; onJoined: () => void }) {
  const t = useTranslations('postMaps')
  const client = useQueryClient()
  const busy = useRef(false)
  const [said, setSaid] = useState<string | null>(null)
  const tellRefusal = useTellRefusal()
  const join = useMutation({
    mutationFn: () => joinPostMap(map.id),
    onSuccess: async () => {
      // Before anything is waited for: who sees it may close the dialog at once.
      onJoined()
      notify.success(t('joined'))
      await client.invalidateQueries({ queryKey: postMap(map.id).queryKey })
    },
    onError: (error) => setSaid(tellRefusal(error, t('joinFailed'))),
    onMutate: () => setSaid(null),
    meta: { silent: true },
    onSettled: () => {
      busy.current = false
    },
  })
  // A second press may come before the first is drawn.
  const press = () => {
    if (busy.current) return
    busy.current = true
    join.mutate()
  }
  const count = useRef<HTMLSpanElement>(null)
  // The button that was pressed is gone once it is joined.
  useEffect(() => {
    if (map.state !== 'notJoined' && !join.isIdle && document.activeElement === document.body) count.current?.focus({ preventScroll: true })
  }, [map.state, join.isIdle])
  if (map.state !== 'notJoined') return <span className={`num ${styles.joined}`} ref={count} tabIndex={-1}>{t('joinCount', { count: map.joinCount })}</span>
  return (
    <div className={styles.joined}>
      <Button look="primary" busy={join.isPending} busyLabel={t('joining')} onClick={press}>{t('join')}</Button>
      <Said text={said} />
    </div>
  )
}
