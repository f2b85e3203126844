import { LibrarySkeleton } from '@/components/library/library-skeleton'

const ROWS = 2

export default function LoadingPlanLibrary() {
  return <LibrarySkeleton rows={ROWS} />
}
