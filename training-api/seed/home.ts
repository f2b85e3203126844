import { banners, floorItems, floors } from '../db/schema/home.ts'
import { homeRecords } from './home-records.ts'
import type { TenantWorld } from './model.ts'

type Target = { plan: number } | { course: number } | { link: string }

const leadsTo = (to: Target) =>
  'plan' in to ? { leadsTo: 'plan' as const, contentId: to.plan } : 'course' in to ? { leadsTo: 'course' as const, contentId: to.course } : { leadsTo: 'link' as const, forwardUrl: to.link }

/** The carousel and the floors of a tenant's home page. */
export function bannersOf({ tenantId, rows, at }: TenantWorld): void {
  const home = homeRecords[tenantId]
  if (!home) return
  rows.put(banners, ...home.banners.map(({ title, picture, to }, index) => ({ tenantId, bannerId: at(201 + index), position: index + 1, title, pictureUrl: picture, ...leadsTo(to) })))
  for (const [index, { layout, left, right, items }] of home.floors.entries()) {
    const floorId = at(301 + index)
    rows.put(floors, { tenantId, floorId, position: index + 1, layout, leftTitle: left, rightTitle: right?.[0] ?? null, rightTitleUrl: right?.[1] ?? null })
    rows.put(floorItems, ...items.map(({ caption, picture, to }, place) => ({ tenantId, floorId, itemId: at(401 + index * 20 + place), position: place + 1, caption, pictureUrl: picture, ...leadsTo(to) })))
  }
}
