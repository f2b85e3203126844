import 'server-only'
import { z } from 'zod'
import type { CourseStanding, LinkedCourse } from '@/lib/domain/linked-courses'
import { coverOf } from './cards'
import { wireFile } from './files'
import { wireEnum, wireId, wireNumber, wireNumberMaybe, wirePercent, wireText } from './wire'

const standing = wireEnum('studtyState of a linked course', { 1: 'notStarted', 2: 'inProgress', 3: 'passed', 4: 'failed' })

/** A course of a path or post map (contract 3, LinkedCourse; how far I am in it is ours). */
export const linkedCourse = z
  .object({
    id: wireId, courseName: wireText, companyName: wireText, fraction: wireNumber(), courseStudyTime: wireNumber(), courseScore: wireNumber(), joinNum: wireNumber(),
    courseIndexPictureUrl: wireFile, planIndexPictureUrl: wireFile, courseIndexType: wireNumberMaybe, planIndexType: wireNumberMaybe, oneTitle: wireText, twoTitle: wireText,
    studtyState: standing, studyProcess: wirePercent,
  })
  .transform((wire): LinkedCourse => ({
    id: wire.id, name: wire.courseName, companyName: wire.companyName, cover: coverOf(wire), hours: wire.courseStudyTime, credits: wire.courseScore,
    joinCount: wire.joinNum, rating: wire.fraction, progressPercent: wire.studyProcess,
    standing: wire.studtyState === 'unknown' ? null : (wire.studtyState satisfies CourseStanding),
  }))
