import 'server-only'
import type { MyList } from '@/lib/domain/my-lists'

/** How many of a list of one's own there are by each filter: as the platform says beside the page, else one row of each other filter is asked for. Without a count where the platform leaves it open. */
export async function countByFilter<Filter extends string>(
  filters: readonly Filter[],
  { shown, list }: { shown: Filter; list: MyList<unknown, Filter> },
  askOne: (filter: Filter) => Promise<MyList<unknown, Filter>>,
): Promise<Partial<Record<Filter, number>>> {
  if (list.counts) return list.counts
  const others = filters.filter((filter) => filter !== shown)
  const asked = await Promise.allSettled(others.map(askOne))
  const counted = others.map((filter, index) => [filter, asked[index]?.status === 'fulfilled' ? countOf(asked[index].value) : undefined] as const)
  return Object.fromEntries([[shown, countOf(list)], ...counted]) as Partial<Record<Filter, number>>
}

const countOf = ({ total, isAtLeast }: MyList<unknown, string>) => (isAtLeast ? undefined : total)
