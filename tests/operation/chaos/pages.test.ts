import { expect, it, test } from 'vitest'
import { faultOfPage, hasWayOn, mainOf, markOf } from '@/scripts/chaos/pages.mjs'

const page = (main: string, more: Partial<{ status: number; location: string | null; after: string }> = {}) => ({
  status: 200, location: null, ...more,
  html: `<a class="skip" href="#main">Skip</a><header><a href="/Home">Home</a><button>Menu</button></header><main id="main">${main}</main>${more.after ?? ''}<footer><a href="/news">News</a></footer>`,
})
const well = { status: 200, heading: 'Courses' }
const good = '<h1>Courses</h1><a class="card" href="/CurriculumDetil?id=1">One</a>'

it('a way on is what stands in the main part and leads away', () => {
  expect(hasWayOn(mainOf(page('<p>Nothing</p>').html))).toBe(false)
  expect(hasWayOn(mainOf(page('<a href="#part">Part</a><script>"<button>"</script>').html))).toBe(false)
  // The plain page of a web whose platform is away.
  expect(hasWayOn(mainOf(page('<a href="">Again</a>').html))).toBe(true)
  expect(hasWayOn(mainOf(page('<button>Again</button>').html))).toBe(true)
  expect(hasWayOn(mainOf(page('<a href="/Home">Home</a>').html))).toBe(true)
})

it('a page that is only read leads on by its frame, and must not lose that', () => {
  const read = page('<h1>Courses</h1><p>Text</p>')
  const only = markOf(read)
  expect(only).toEqual({ status: 200, heading: 'Courses', hasOwnWay: false })
  expect([true, false].map((isWell) => faultOfPage(read, { well: only, isWell }))).toEqual([null, null])
  const bare = { ...read, html: '<main><h1>Courses</h1></main><script>"<a href="/Home">"</script>' }
  expect(faultOfPage(bare, { well: only, isWell: false })).toBe('has no way on (200)')
  expect(faultOfPage(read, { well, isWell: false })).toBe('has no way on (200)')
  expect(faultOfPage(bare, { well: only, isWell: false, isScripted: true })).toBeNull()
})

it('what came late stands in its place', () => {
  const late = page('<template id="B:0"></template>', { after: `<div hidden id="S:0">${good}</div><script>$RC("B:0","S:0")</script>` })
  expect(faultOfPage(late, { well, isWell: true })).toBeNull()
})

test.each([
  ['it is as ever', page(good), null],
  ['another heading', page(good.replace('Courses', 'Not found')), 'has the heading "Not found", not "Courses"'],
  ['words of trouble', page(`${good}<button>重试</button>`), 'still says 重试'],
  ['another status', page(good, { status: 404 }), 'answered 404, not 200'],
  ['a status that blames the platform', page(good, { status: 503 }), 'answered 503'],
  ['somewhere else', page('', { status: 307, location: '/login' }), 'leads to /login'],
  ['words for programmers', page(`${good}NullPointer`), 'says NullPointer'],
])('after a trouble: %s', (_, what, fault) => {
  expect(faultOfPage(what, { well, isWell: true })).toBe(fault)
})

test.each([
  ['a page with a retry', page('<p>加载失败</p><button>重试</button>', { status: 503 }), null],
  ['a page that only its frame leads on from', page('<p>加载失败</p>'), 'has no way on (200)'],
  ['an answer with a stack', page('<p>加载失败</p><button>重试</button><pre>at load (/srv/app/page.js:3:14)</pre>', { status: 503 }), 'says .js:3:14'],
  ['a raw 500', page('<p>加载失败</p><button>重试</button>', { status: 500 }), 'answered 500'],
  ['a login that nobody asked for', page('', { status: 307, location: '/login' }), 'leads to /login'],
])('in a trouble: %s', (_, what, fault) => {
  expect(faultOfPage(what, { well, isWell: false })).toBe(fault)
})
