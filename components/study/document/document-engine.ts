import type { PDFPageProxy } from 'pdfjs-dist'
import { DocumentError, type DocumentProblem } from '@/components/study/document/document-problem'
import { noDocument, type DocumentState, type DocumentTold } from '@/components/study/document/document-state'
import { firstFrom, matchesOn, pageTextOf, type Match, type PageText } from '@/components/study/document/find-text'
import { markMatches, unmark, type MarkedPage } from '@/components/study/document/marks'
import { openPdf, type OpenPdf } from '@/components/study/document/open-pdf'
import { currentPage, layoutPages, livePages, nextZoom, scaleFor, type PageSize, type Zoom } from '@/components/study/document/page-layout'
import { pageLinks } from '@/components/study/document/page-links'
import { drawPage, hang, release, sizeOf } from '@/components/study/document/page-picture'
import { Observable } from '@/components/study/observable'

/** A place in a document: `into` in points of the page, below its upper edge. */
type Place = { page: number; into: number }

const REPAINT_MS = 120
/** How long a place to go to waits for the pages to be drawn with their heights: 100 times this many milliseconds. */
const SETTLE_PAUSE_MS = 50
const SETTLE_TRIES = 100

/** Everything a document does, beside React: which pages live, their pictures and texts, zoom and search. */
export class DocumentEngine extends Observable<DocumentState> {
  #told: DocumentTold | null = null
  #view: HTMLElement | null = null
  #open: OpenPdf | null = null
  #pages = new Map<number, PDFPageProxy>()
  #texts = new Map<number, Promise<{ pieces: string[]; text: PageText } | null>>()
  #marked = new Map<number, MarkedPage>()
  #sizes: PageSize[] = []
  #search = 0
  #settling = 0
  /** Where the view is to be as soon as React has given the pages their heights; nothing measures the view until then. */
  #place: Place | null = null
  /** A match whose page was not painted yet when it was gone to. */
  #awaited = -1
  /** The page to be at, also while the document is not here yet. */
  #wanted = 1

  constructor() {
    super(noDocument)
  }

  /** Opens a document in a scrolling view at a page; gives back how to close it. */
  open(view: HTMLElement, url: string, page: number, told: DocumentTold): () => void {
    this.#told = told
    const off = new AbortController()
    this.#view = view
    this.#wanted = page
    this.set(noDocument)
    this.#told?.onReady(false)
    view.addEventListener('scroll', () => this.#look(), { signal: off.signal, passive: true })
    const resized = new ResizeObserver(() => this.#fit())
    resized.observe(view)
    void this.#load(url, off.signal)
    return () => {
      off.abort()
      resized.disconnect()
      unmark()
      this.#search += 1
      clearTimeout(this.#settling)
      this.#place = null
      this.#open = null
      this.#pages.clear()
      this.#texts.clear()
      this.#marked.clear()
      this.#view = null
      this.#told = null
    }
  }

  goTo(page: number, y = 0): void {
    this.#wanted = page
    const { layout } = this.get()
    const pages = layout.tops.length
    if (pages > 0) this.#settle({ page: Math.min(Math.max(1, page), pages), into: y - 8 / layout.scale })
  }

  zoomTo(zoom: Zoom): void {
    this.set({ zoom })
    this.#fit()
  }

  zoomBy(step: 1 | -1): void {
    this.zoomTo(nextZoom(this.get().layout.scale, step))
  }

  /** Looks for a word through all pages; an empty one ends the search. */
  async find(word: string): Promise<void> {
    const search = (this.#search += 1)
    const pages = this.get().layout.tops.length
    this.set({ word, matches: [], match: -1, searching: word.trim() !== '' })
    this.#markAll()
    if (word.trim() === '') return
    const from = this.get().page
    let found: Match[] = []
    for (let page = 1; page <= pages; page += 1) {
      const text = await this.#text(page)
      if (search !== this.#search) return
      const here = text ? matchesOn(text.text, word, page) : []
      if (here.length === 0) continue
      found = [...found, ...here]
      const chosen = this.get().match
      this.set({ matches: found })
      if (chosen < 0 && page >= from) this.#show(firstFrom(found, from))
      else this.#markAll()
    }
    if (search !== this.#search) return
    this.set({ searching: false })
    if (this.get().match < 0) this.#show(firstFrom(found, from))
  }

  /** Goes to the next or previous match, round the end. */
  findNext(step: 1 | -1): void {
    const { matches, match } = this.get()
    if (matches.length > 0) this.#show((match + step + matches.length) % matches.length)
  }

  /**
   * Paints a page into its place: picture, then text over it; a picture that was there stays until the new one is done. `onFailed` is
   * told where that cannot be. Gives back how to stop and forget it.
   */
  paint(page: number, picture: HTMLElement, words: HTMLElement, onFailed: () => void): () => void {
    const off = new AbortController()
    const failed = () => void (off.signal.aborted || onFailed())
    void this.#paint(page, picture, words, off.signal, failed).catch(failed)
    return () => {
      off.abort()
      this.#marked.delete(page)
    }
  }

  /** Forgets a page that is out of sight: its canvas gives its memory back. */
  drop(page: number, picture: HTMLElement): void {
    for (const canvas of picture.querySelectorAll('canvas')) release(canvas)
    this.#pages.get(page)?.cleanup()
  }

  async #load(url: string, signal: AbortSignal): Promise<void> {
    try {
      const open = await openPdf(url, signal, { onProgress: (percent) => this.set({ percent }), onLost: (problem) => this.#fail(problem, signal) })
      if (signal.aborted) return
      const first = await open.pdf.getPage(1)
      if (signal.aborted || this.get().phase === 'failed') return
      this.#open = open
      this.#pages.set(1, first)
      this.#sizes = Array.from({ length: open.pdf.numPages }, () => sizeOf(first))
      this.set({ phase: 'ready', percent: 100 })
      this.#fit()
      this.#told?.onReady(true)
      if (this.#wanted > 1) this.goTo(this.#wanted)
    } catch (error) {
      this.#fail(error instanceof DocumentError ? error.problem : 'network', signal)
    }
  }

  /** The document does not open, or nothing more comes of it: pages that are not here yet would stay blank. */
  #fail(problem: DocumentProblem, signal: AbortSignal): void {
    if (signal.aborted || this.get().phase === 'failed') return
    this.set({ phase: 'failed', problem })
    this.#told?.onReady(false)
    if (problem === 'denied') this.#told?.onDenied()
  }

  /** Lays the pages out for the size of the view, keeping what is looked at in its place. */
  #fit(): void {
    const view = this.#view
    const first = this.#sizes[this.get().page - 1] ?? this.#sizes[0]
    if (!view || !first || view.clientWidth === 0) return
    const { layout: before, page, zoom } = this.get()
    const scale = scaleFor(zoom, first, { width: view.clientWidth, height: view.clientHeight }, this.#sizes.length)
    const place = this.#place ?? (before.tops.length ? { page, into: (view.scrollTop - before.tops[page - 1]!) / before.scale } : null)
    this.set({ layout: layoutPages(this.#sizes, scale) })
    if (place) this.#settle(place)
    else this.#look()
  }

  /** Goes to a place, now and again when the pages have their heights: before that there may be nowhere to go. */
  #settle(place: Place, tries = SETTLE_TRIES): void {
    this.#place = place
    this.#scroll(place)
    clearTimeout(this.#settling)
    this.#settling = window.setTimeout(
      () => {
        const view = this.#view
        if (!view) return
        if (view.scrollHeight <= this.#topOf(place) && tries > 0) return this.#settle(place, tries - 1)
        this.#scroll(place)
        this.#place = null
      },
      tries === SETTLE_TRIES ? 0 : SETTLE_PAUSE_MS,
    )
  }

  #scroll(place: Place): void {
    if (this.#view) this.#view.scrollTop = this.#topOf(place)
    this.#look()
  }

  #topOf({ page, into }: Place): number {
    const { layout } = this.get()
    const lowest = layout.height - (this.#view?.clientHeight ?? 0)
    return Math.max(0, Math.min(lowest, (layout.tops[page - 1] ?? 0) + into * layout.scale))
  }

  #look(): void {
    const view = this.#view
    const { layout, page: before, phase } = this.get()
    if (!view || phase !== 'ready') return
    const top = this.#place ? this.#topOf(this.#place) : view.scrollTop
    const page = currentPage(layout, top, view.clientHeight)
    const live = livePages(layout, top, view.clientHeight)
    const { live: lived } = this.get()
    this.set(live.join() === lived.join() ? { page } : { page, live })
    if (page !== before) this.#told?.onPage(page)
    if (top + view.clientHeight >= layout.height - 40) this.#told?.onLastPage()
  }

  async #page(number: number): Promise<PDFPageProxy | null> {
    const known = this.#pages.get(number)
    if (known) return known
    const open = this.#open
    if (!open) return null
    const page = await open.pdf.getPage(number)
    this.#pages.set(number, page)
    const size = sizeOf(page)
    const assumed = this.#sizes[number - 1]
    if (assumed && (Math.abs(assumed.width - size.width) > 0.5 || Math.abs(assumed.height - size.height) > 0.5)) {
      this.#sizes = this.#sizes.with(number - 1, size)
      this.#fit()
    }
    return page
  }

  async #paint(number: number, picture: HTMLElement, words: HTMLElement, signal: AbortSignal, onUndrawn: () => void): Promise<void> {
    // Somebody who scrolls fast or turns the wheel over the zoom does not want each step painted.
    if (picture.childElementCount > 0) await new Promise((resolve) => setTimeout(resolve, REPAINT_MS))
    const page = await this.#page(number)
    if (!page || signal.aborted || !this.#open) return
    const viewport = page.getViewport({ scale: this.get().layout.scale })
    const canvas = await drawPage(page, viewport, signal).catch(onUndrawn)
    if (signal.aborted) return
    if (canvas) hang(canvas, picture, number)
    // Also without its picture, to be read out and found.
    await this.#lay(number, page, words, viewport, signal)
  }

  /** The text over the picture: to be selected, found and read out. */
  async #lay(number: number, page: PDFPageProxy, words: HTMLElement, viewport: ReturnType<PDFPageProxy['getViewport']>, signal: AbortSignal): Promise<void> {
    const [content, links] = await Promise.all([page.getTextContent(), pageLinks(page, this.#open?.pdf ?? null).catch(() => [])])
    if (signal.aborted || !this.#open) return
    const layer = new this.#open.TextLayer({ textContentSource: content, container: words, viewport })
    words.replaceChildren()
    await layer.render()
    if (signal.aborted) return
    if (links.length > 0 && !this.get().links.has(number)) this.set({ links: new Map([...this.get().links, [number, links]]) })
    this.#marked.set(number, { divs: layer.textDivs, text: pageTextOf(layer.textContentItemsStr) })
    const box = this.#markAll()
    if (!box || this.#awaited !== this.get().match) return
    this.#awaited = -1
    this.#bring(box)
  }

  #text(number: number): Promise<{ pieces: string[]; text: PageText } | null> {
    const known = this.#texts.get(number)
    if (known) return known
    const asked = (async () => {
      const page = await this.#page(number)
      if (!page) return null
      const { items } = await page.getTextContent()
      const pieces = items.flatMap((item) => ('str' in item ? [item.str] : []))
      return { pieces, text: pageTextOf(pieces) }
    })().catch(() => null)
    this.#texts.set(number, asked)
    return asked
  }

  #show(match: number): void {
    const { matches, layout } = this.get()
    const chosen = matches[match]
    if (!chosen) return
    this.set({ match })
    const shown = this.#markAll()
    if (shown) return this.#bring(shown)
    // The page comes into life first; its marks follow when it is painted.
    this.#awaited = match
    this.#settle({ page: chosen.page, into: -8 / layout.scale })
  }

  /** Marks all matches on living pages; gives the box of the chosen one when it is among them. */
  #markAll(): DOMRect | null {
    return markMatches(this.#marked, this.get().matches, this.get().match)
  }

  #bring(box: DOMRect): void {
    const view = this.#view
    if (!view) return
    const frame = view.getBoundingClientRect()
    if (box.top < frame.top + 48 || box.bottom > frame.bottom - 48) view.scrollTop += box.top - frame.top - frame.height / 3
    this.#look()
  }
}
