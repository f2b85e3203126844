import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '@/components/content/fresh-on-return'
import type { EnrolmentTarget } from '@/lib/domain/enrolment'
import { playerQuery } from '@/lib/queries/study'

/** The platform has new figures of a course or plan: its player asks for them, or, when it was left meanwhile (the browser's back waits for nothing), the page that followed it does. */
export function showNewFigures(client: QueryClient, owner: EnrolmentTarget): void {
  const { queryKey } = playerQuery(owner)
  void client.invalidateQueries({ queryKey })
  if (!client.getQueryCache().find({ queryKey })?.isActive()) readAgain()
}
