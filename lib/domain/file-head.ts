/** Whether a status is what services of files answer that take no HEAD, or only GET at an address that was signed for it. */
export const isHeadRefused = (status: number): boolean => [403, 405, 501].includes(status)
