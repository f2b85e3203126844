import { z } from 'zod'
import { idInput } from './courses-input'

/** The learner's record of the section that is to be unlocked. */
export const unlockInput = z.object({ sectionRecordId: idInput })
