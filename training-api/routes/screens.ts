/** Addresses of the client's screens that records of the platform lead to, as the client spells them. */
export const screens = { courseLibrary: '/Curriculum', planLibrary: '/PlanList' } as const
