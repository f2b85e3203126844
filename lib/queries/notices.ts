import { bff } from './bff'

/** Tells the platform that a notice was opened. */
export const countNoticeRead = (id: string) => bff.post('public/notices/read', { id })
