import { LibrarySkeleton } from '@/components/library/library-skeleton'

const ROWS = 5

export default function LoadingCourseLibrary() {
  return <LibrarySkeleton rows={ROWS} />
}
