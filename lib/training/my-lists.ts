import 'server-only'
import type { MyList, MyListView } from '@/lib/domain/my-lists'

/** How many of a list of one's own there are by each filter: as the platform says beside the page, else one row of each other filter is asked for. */
export async function countByFilter<Filter extends string>(
  filters: readonly Filter[],
  { view, list }: { view: MyListView<Filter>; list: MyList<unknown, Filter> },
  ask: (view: MyListView<Filter>) => Promise<MyList<unknown, Filter>>,
): Promise<Partial<Record<Filter, number>>> {
  if (list.counts) return list.counts
  const others = filters.filter((state) => state !== view.state)
  const asked = await Promise.allSettled(others.map((state) => ask({ ...view, state, page: 1, size: 1 })))
  const counted = others.map((state, index) => [state, asked[index]?.status === 'fulfilled' ? asked[index].value.total : undefined] as const)
  return Object.fromEntries([[view.state, list.total], ...counted]) as Partial<Record<Filter, number>>
}
