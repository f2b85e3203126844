import { plantAndBuilding } from './main-tenant/plant-and-building.ts'
import { safetyAndTeams } from './main-tenant/safety-and-teams.ts'
import { skilledTrades } from './main-tenant/skilled-trades.ts'
import { specialOperations } from './main-tenant/special-operations.ts'
import type { CourseOutline } from './outline.ts'

/** The courses of tenant 82; the first is 3001, and the ids follow the order. */
export const mainCourses: readonly CourseOutline[] = [...specialOperations, ...skilledTrades, ...safetyAndTeams, ...plantAndBuilding]
