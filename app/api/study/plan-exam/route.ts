import { planExamLeft } from '@/lib/domain/study-input'
import { learnerDoor } from '@/lib/request/door'
import { reportPlanExam } from '@/lib/training/plan-exams'

/** An exam that is an item of a plan was left. */
export const POST = learnerDoor(planExamLeft, reportPlanExam)
