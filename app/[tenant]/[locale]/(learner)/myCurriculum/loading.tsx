import { MyCoursesSkeleton } from '@/components/courses/my-courses-skeleton'

export default MyCoursesSkeleton
