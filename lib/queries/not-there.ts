import { BffError } from './bff'

/** Whether an error says that there is nothing of that name, or that it is no name: asking again brings nothing. */
export const isNotThere = (error: unknown) => error instanceof BffError && ['missing', 'invalid'].includes(error.code)
