import { StudyListSkeleton } from '@/components/cards/study-list-skeleton'

export default StudyListSkeleton
