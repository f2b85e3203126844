import { routes } from '@/lib/routes'

export type NavKey = 'home' | 'myCourses' | 'myPlans' | 'myExams' | 'courseLibrary' | 'planLibrary' | 'exerciseCentre' | 'personalCentre'
export type NavPlace = { key: NavKey; href: string; /** Paths of pages that belong here. */ below: string[] }

const pathOf = (href: string) => href.split('?', 1)[0] ?? href

const places: NavPlace[] = [
  { key: 'home', href: routes.home(), below: [] },
  { key: 'myCourses', href: routes.myCourses(), below: [routes.courseDetail('')] },
  { key: 'myPlans', href: routes.myPlans(), below: [routes.planDetail('')] },
  { key: 'myExams', href: routes.myExams(), below: [routes.examPreparation(''), '/ResultTest', '/ZuoDaXiangQing', '/ZuoDaXiangQingFZ'] },
  { key: 'courseLibrary', href: routes.courseLibrary(), below: [] },
  { key: 'planLibrary', href: routes.planLibrary(), below: [] },
  { key: 'exerciseCentre', href: routes.exerciseCentre(), below: ['/BrushRecord'] },
  { key: 'personalCentre', href: routes.personalCentre(), below: [routes.profile()] },
]

/** What the header leads to; the exercise centre belongs to the exercise-bank edition only. */
export function navPlaces(exerciseBank: boolean): NavPlace[] {
  return exerciseBank ? places : places.filter(({ key }) => key !== 'exerciseCentre')
}

const onTabs: NavKey[] = ['home', 'myCourses', 'myPlans', 'myExams', 'personalCentre']
/** What the tab bar of phones leads to. */
export const tabPlaces = places.filter(({ key }) => onTabs.includes(key))

/** `page` on the page itself, `true` on one that belongs to it. */
export function currentMark({ href, below }: NavPlace, path: string | null): 'page' | 'true' | undefined {
  if (path === pathOf(href)) return 'page'
  return below.some((other) => pathOf(other) === path) ? 'true' : undefined
}
