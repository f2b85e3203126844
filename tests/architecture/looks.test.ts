import { describe, expect, it } from 'vitest'
import { sources } from '../support/sources'

const sheets = sources(['components', 'app'], /\.css$/).map(({ path, text }) => ({ path, text: text.replace(/\/\*[^]*?\*\//g, '') }))
const sheet = (path: string) => sheets.find((one) => one.path === `components/${path}`)!.text

/** What stands in the blocks of a media query, all of them together. */
function inMedia(text: string, query: RegExp): string {
  return text.split(/^@media /m).slice(1).filter((block) => query.test(block.slice(0, block.indexOf('{')))).map((block) => block.slice(0, block.indexOf('\n}'))).join('\n')
}

describe('looks', () => {
  it('let what an animation takes away be seen without motion too: it waits by its delay, since its length is nothing then', () => {
    const uses = sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/@keyframes ([\w-]+) \{.*\b(?:to|100%) \{[^}]*(?:opacity: 0;|visibility: hidden)/g)].flatMap(([, name]) =>
        [...text.matchAll(/animation: ([^;]+);/g)].filter(([, value]) => value!.split(' ').includes(name!)).map(([, value]) => ({ path, delays: value!.match(/(?<![\w.-])[\d.]+m?s\b|var\(--(?:fast|base)\)/g)!.slice(1) }))))
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter(({ delays }) => delays.length === 0)).toEqual([])
  })

  it.each([
    ['ui/base.css', '.bar > i'],
    ['study/video/video.module.css', '.chrome { padding-top: var(--s-2); background: Canvas; }'],
    ['study/video/video.module.css', '.rail'],
    ['study/video/video.module.css', '.rail > i + i'],
    ['study/video/video.module.css', '.thumb'],
    ['study/video/video.module.css', '.on::after { background: Highlight; }'],
    ['study/video/video.module.css', '.level::-webkit-slider-runnable-track'],
    ['study/video/video.module.css', '.level::-moz-range-track'],
    ['practice/practice.module.css', '.grade[aria-pressed="true"]'],
    ['learning-paths/learning-paths.module.css', '.node[aria-pressed="true"]'],
    ['exams/exams.module.css', '.compare .bar i'],
    ['questions/questions.module.css', '.key i, .pair i'],
    ['rankings/rankings.module.css', '.full > li::after'],
    ['rankings/levels.module.css', '.ladder > li::before'],
  ])('show in high contrast what is chosen or reached, where a ground or a shadow says so: %s %s', (path, selector) => {
    expect(inMedia(sheet(path), /forced-colors: active/)).toContain(selector)
  })

  it('leave a short name whole in a narrow ranking: the own place beside it goes below', () => {
    expect(sheet('rankings/rankings.module.css')).toContain('.compact .name { flex-wrap: wrap; }')
  })

  it('draw the dot of a radio button by its edge, which high contrast keeps', () => {
    expect(sheet('ui/controls.css')).toMatch(/input\[type="radio"\]:checked::after \{[^}]*width: 8px; height: 8px; border: 4px solid/)
  })

  it('leave a carousel its arrows on phones where it does not run by itself', () => {
    const [hiding] = sheet('ui/carousel.module.css').match(/^.*\.arrow \{ display: none; \}/m)!
    expect(hiding).toContain('.controls:not([data-still]) .arrow')
    expect(inMedia(sheet('ui/carousel.module.css'), /max-width: 767\.98px\) and \(prefers-reduced-motion: no-preference/)).toContain(hiding)
  })

  it('dock menus on phones, over the place that a menu works out in its style', () => {
    expect(inMedia(sheet('ui/controls.css'), /max-width: 767\.98px/)).toMatch(/\.menu \{ inset: auto 0 0 !important; width: auto !important;/)
    expect(sheet('ui/controls.css')).toMatch(/^\.menu \{[^}]* overscroll-behavior: contain;/m)
  })

  it.each(['practice/practice.module.css', 'attempts/attempts.module.css'])('keep toasts, and what is scrolled to, above the bar that leads from question to question: %s', (path) => {
    expect(sheet(path)).toContain(':root:has(.nav) { --dock-h: 65px; }')
  })

  it('keep toasts above the field for a note on phones, while it is there and stays at the lower edge', () => {
    const height = (query: RegExp) => /^ {2}:root:has\(:not\(\[hidden\]\) > \.notes > \.composer\) \{ --dock-h: (\d+)px;/m.exec(inMedia(sheet('notes/notes.module.css'), query))?.[1]
    expect([height(/max-width: 859\.98px/), height(/max-height: 400px/)]).toEqual(['168', '0'])
  })

  it('say in sight that a page of a document cannot be shown, on a sheet that is higher than the view too', () => {
    expect(sheet('study/document/document.module.css')).toMatch(/^\.undrawn \{ position: sticky; top: 0;/m)
    expect(sheet('study/document/document.module.css')).toMatch(/^\.sheet \{[^}]* overflow: clip;/m)
  })

  it('keep the ring of the focus within the small picture of a video, whose edge would cut it off', () => {
    expect(inMedia(sheet('study/video/video.module.css'), /max-width: 859\.98px/)).toContain('.row :focus-visible { outline-offset: -2px; }')
  })

  it('show the whole dialog of an avatar on narrow phones, where its sliders stand below the preview', () => {
    expect(inMedia(sheet('account/profile.module.css'), /max-width: 389\.98px/)).toContain('.cropper { height: clamp(160px, 100dvh - 508px, 36dvh); }')
  })

  it('let what became of an act be read from its beginning, also in what is set from the end', () => {
    expect(sheet('ui/said.module.css')).toContain('text-align: start;')
  })

  it('let bars go with the page in a window at 400 %, and not on a phone whose keyboard leaves as little of it', () => {
    const low = sheets.flatMap(({ path, text }) => [...text.matchAll(/^@media ([^{]*\(max-height: 400px\)[^{]*) \{/gm)].map(([, query]) => [path, query]))
    expect(low.length).toBeGreaterThanOrEqual(6)
    expect(low.filter(([, query]) => query !== '(max-width: 559.98px) and (max-height: 400px) and (hover: hover), (max-width: 299.98px) and (max-height: 400px)')).toEqual([])
  })

  it.each([['questions/questions.module.css', '.foot'], ['rankings/rankings.module.css', '.more']])('print no empty foot, and nothing that opens more: %s', (path, selector) => {
    expect(inMedia(sheet(path), /^print/)).toContain(`${selector} { display: none; }`)
  })

  it('print the rows of a list whole', () => {
    expect(inMedia(sheet('ui/print.css'), /^print/)).toMatch(/:is\([^{]*li:not\(:has\(li\)\)[^{]*\{ break-inside: avoid; \}/)
  })

  it('print in the light theme, without what can only be pressed', () => {
    expect(sources(['app'], /globals\.css$/)[0]!.text).toContain('tokens-dark.css" layer(tokens) screen;')
    expect(sheet('ui/tokens-fallback.css').replace(/^ {2}@media screen\b[^]*?^ {2}\}$/gm, '')).not.toContain('dark')
    expect(sheet('ui/ui.css')).toContain('@import "./print.css"')
    for (const pressed of ['.btn', '.iconbtn', '.dock', 'nav:not(.tabs)']) expect(inMedia(sheet('ui/print.css'), /^print/)).toContain(pressed)
    // Else what stood beside a menu is squeezed into the menu's column.
    expect(inMedia(sheet('ui/print.css'), /^print/)).toContain('nav:not(.tabs) + * { grid-column: 1 / -1; }')
  })
})
