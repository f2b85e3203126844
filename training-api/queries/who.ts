/** The learner a query is asked for; every read and write stays within the tenant. */
export type Who = { tenantId: number; userId: number }
