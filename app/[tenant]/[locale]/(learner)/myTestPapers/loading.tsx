import { RowsSkeleton } from '@/components/ui/skeletons'

export default function Loading() {
  return <RowsSkeleton count={10} />
}
