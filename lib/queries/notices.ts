import { bff } from './bff'

/** Tells the platform that a notice was opened: whether that counts, and how often it has been opened, null where the platform does not say. */
export const countNoticeRead = (id: string) => bff.post<{ counted: boolean; reads: number | null }>('public/notices/read', { id })
