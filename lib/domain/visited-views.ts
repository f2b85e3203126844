import { isLocale, type Locale } from './locale'

/** A page one has been on (spec 3 §2.1): where it is, what it is called and in which language it was when it was called so (not known of lists from before), whether it stays. */
export type VisitedView = { path: string; title: string; locale?: Locale | undefined; pinned: boolean }

/** As many as stay without being pinned; the oldest goes. */
export const MOST_VIEWS = 12
/** Parts of an address that make another view of the same page; everything else (page, filter, search) is the same view at another place. */
const telling = ['id', 'tab', 'thisId', 'instanceId', 'courseId', 'planId', 'drawId', 'endedAt']

/** What tells one view from another. */
export function viewKey(path: string): string {
  const url = new URL(path, 'http://inside.invalid')
  const told = telling.flatMap((name) => (url.searchParams.has(name) ? [`${name}=${url.searchParams.get(name)}`] : []))
  return [url.pathname, ...told].join('&')
}

const pinnedFirst = (views: VisitedView[]) => [...views.filter(({ pinned }) => pinned), ...views.filter(({ pinned }) => !pinned)]

/** The list after a visit: a view that is there already keeps its place and remembers the newest address and title. */
export function visit(views: readonly VisitedView[], { path, title, locale }: Omit<VisitedView, 'pinned'>): VisitedView[] {
  const key = viewKey(path)
  if (views.some((view) => viewKey(view.path) === key)) return views.map((view) => (viewKey(view.path) === key ? { ...view, path, ...(title && { title, locale }) } : view))
  const loose = views.filter(({ pinned }) => !pinned)
  const over = loose.length >= MOST_VIEWS ? loose[0] : undefined
  return pinnedFirst([...views.filter((view) => view !== over), { path, title, locale, pinned: false }])
}

/** The list without a view; a pinned one stays. */
export function closeView(views: readonly VisitedView[], path: string): VisitedView[] {
  return views.filter((view) => view.pinned || viewKey(view.path) !== viewKey(path))
}

/** The list with a view pinned, or let loose; pinned ones stand first. */
export function pinView(views: readonly VisitedView[], path: string, pinned: boolean): VisitedView[] {
  return pinnedFirst(views.map((view) => (viewKey(view.path) === viewKey(path) ? { ...view, pinned } : view)))
}

/** Where to go when the view one is on is closed: the one after it, else the one before, else nowhere. */
export function viewBeside(views: readonly VisitedView[], path: string): VisitedView | null {
  const at = views.findIndex((view) => viewKey(view.path) === viewKey(path))
  return at < 0 ? null : (views[at + 1] ?? views[at - 1] ?? null)
}

/** The views in something that was stored; anything odd is left out. */
export function readViews(stored: unknown): VisitedView[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one: unknown): VisitedView[] => {
    const { path, title, locale, pinned } = (one ?? {}) as Partial<Record<keyof VisitedView, unknown>>
    return typeof path === 'string' && /^\/(?![/\\])/.test(path) && typeof title === 'string' ? [{ path, title, locale: isLocale(locale) ? locale : undefined, pinned: pinned === true }] : []
  })
}
