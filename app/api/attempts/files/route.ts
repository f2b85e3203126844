import { answerFileInput, answerFilesInput } from '@/lib/domain/answer-file-input'
import { learnerDoor } from '@/lib/request/door'
import { handInAnswerFile, listAnswerFiles } from '@/lib/training/answer-files'

/** The answer files of mine that were received. */
export const GET = learnerDoor(answerFilesInput, listAnswerFiles)
/** Hands in answers that did not arrive in time. */
export const POST = learnerDoor(answerFileInput, handInAnswerFile)
