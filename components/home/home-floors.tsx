import { useTranslations } from 'next-intl'
import { use } from 'react'
import { FloorList } from '@/components/home/floor-list'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import type { Floor } from '@/lib/domain/home'

/** What the tenant has arranged below: grids of tiles, a featured plan, banners. */
export function HomeFloors({ asked }: { asked: Promise<Settled<Floor[]>> }) {
  const floors = use(asked)
  const t = useTranslations('home')
  if (floors.error) return <Panel><ErrorState title={t('floorsFailed')} /></Panel>
  return <FloorList floors={floors.value} untitled={t('banners')} />
}
