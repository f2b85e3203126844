import type { DocumentProblem } from '@/components/study/document/document-problem'
import type { Match } from '@/components/study/document/find-text'
import { layoutPages, type PageLayout, type Zoom } from '@/components/study/document/page-layout'
import type { PageLink } from '@/components/study/document/page-links'

/** What is shown of a document. */
export type DocumentState = {
  phase: 'loading' | 'ready' | 'failed'
  percent: number
  problem: DocumentProblem | null
  layout: PageLayout
  page: number
  live: readonly number[]
  zoom: Zoom
  links: ReadonlyMap<number, readonly PageLink[]>
  /** What is searched for, and what was found so far. */
  word: string
  matches: readonly Match[]
  /** Index of the match that shows, -1 for none. */
  match: number
  searching: boolean
}

/** Who is told what a document does. */
export type DocumentTold = {
  onPage: (page: number) => void
  onReady: (ready: boolean) => void
  onLastPage: () => void
  onDenied: () => void
}

/** Before anything is known of a document. */
export const noDocument: DocumentState = {
  phase: 'loading', percent: 0, problem: null, layout: layoutPages([], 1), page: 1, live: [], zoom: 'width', links: new Map(), word: '', matches: [], match: -1, searching: false,
}
