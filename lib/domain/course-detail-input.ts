import { z } from 'zod'
import { detailTabs } from './course-detail'
import { idInput } from './courses-input'

/** The address of a course's or plan's detail; without a usable id there is nothing to show, an unknown tab is the first. */
export const detailInput = z.object({ id: idInput.nullable().catch(null), tab: z.enum(detailTabs).catch('introduction') })
