/** Every address of the product, once; the spelling of the paths is the specification's. */

type Query = Record<string, string | number | undefined | null>

function at(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

export const routes = {
  home: () => '/Home',
  login: (redirect?: string) => at('/login', { redirect: redirect && redirect !== '/' && redirect !== '/Home' ? redirect : undefined }),
  register: () => '/register',
  resetPassword: () => '/resetPassword',
  news: (query: { type?: string; page?: number; size?: number } = {}) => at('/news', query),
  notice: (id: string) => `/news/${encodeURIComponent(id)}`,
  personalCentre: (tab?: string) => at('/MyStudy', tab === 'messages' ? { thisId: 1 } : tab === 'profile' ? { thisId: 2 } : { tab }),
  profile: () => '/MyName',
  myCourses: (query: Query = {}) => at('/myCurriculum', query),
  myPlans: (query: Query = {}) => at('/myPlanList', query),
  courseLibrary: (query: Query = {}) => at('/Curriculum', query),
  planLibrary: (query: Query = {}) => at('/PlanList', query),
  myExams: (query: Query = {}) => at('/myTestPapers', query),
  examPreparation: (id: string, query: Query = {}) => at('/TestDetil', { id, ...query }),
  exerciseCentre: (query: Query = {}) => at('/BrushExercises', query),
  courseDetail: (id: string, title?: string, query: Query = {}) => at('/CurriculumDetil', { id, title, ...query }),
  planDetail: (id: string, title?: string, query: Query = {}) => at('/PlanDetil', { id, title, ...query }),
  /** The player; what is studied stays in the address, so that a reload and a shared link open the same section. */
  player: (what: { courseId?: string; planId?: string; itemId?: string; chapterId?: string; sectionId?: string }) =>
    at('/StudyDetil', { courseId: what.courseId, planId: what.planId, itemId: what.itemId, chapterId: what.chapterId, sectionId: what.sectionId }),
  downloads: () => '/Appye',
  noAccess: () => '/401',
} as const
