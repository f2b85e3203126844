import { expect, test } from 'vitest'
import { contentTypeOf, isAmong, mediaPathOf, namedPathsOf, placesOf } from '../../rules/media.ts'

test.each(['a.constructor', 'a.toString', 'a.__proto__', 'a', 'a.'])('the end of %s says nothing of its kind', (name) => expect(contentTypeOf(name)).toBe('application/octet-stream'))

test.each([
  ['/train/file/doc/a.pdf', 'doc/a.pdf'],
  ['/admin/file/doc/a.pdf', 'doc/a.pdf'],
  ['train/file/doc/a%20b.pdf?v=2#page=3', 'doc/a b.pdf'],
  ['https://platform.example:8443/train/file/doc/手册.pdf', 'doc/手册.pdf'],
  ['/train/file/../secret.txt', undefined],
  ['/train/file/doc/..%2fsecret.txt', undefined],
  ['/other/file/doc/a.pdf', undefined],
  ['https://elsewhere.example/a.pdf', undefined],
  ['', undefined],
])('the address %j is the file %j', (url, path) => {
  expect(mediaPathOf(url)).toBe(path)
})

test('pictures of a text and what it links to are found however they are written', () => {
  const text = `<p><img src="/train/file/question/a.svg"><IMG alt='>' src='/train/file/question/b%20c.svg'/><img src=/admin/file/question/d.svg width=1>
    <a href="/train/file/doc/a.pdf">x</a><a href="/train/file/doc/../b.pdf">x</a><a href="/Curriculum">x</a><img src="data:image/png;base64,iVBO"><img src="https://elsewhere.example/e.svg"><img src="/train/file/question/f&amp;g.svg"></p>`
  expect(namedPathsOf(text)).toEqual(['question/a.svg', 'question/b c.svg', 'question/d.svg', 'doc/a.pdf', 'question/f&g.svg'])
  expect(namedPathsOf('src= src="" <img src')).toEqual([])
})

const resource = (kind: string, url: string, packageUrl: string | null = null) => ({ kind, url: `/train/file/${url}`, packageUrl: packageUrl && `/train/file/${packageUrl}`, captions: [] })

test.each([
  ['a stream opens its folder', resource('video', 'video/7001/index.m3u8'), ['video/7001/0.ts', 'video/7001/480p/0.ts'], ['video/7002/0.ts', 'video/7001']],
  ['a film opens itself', resource('video', 'video/7001/film.mp4'), ['video/7001/film.mp4'], ['video/7001/other.mp4']],
  ['a document opens itself', resource('document', 'doc/7002.pdf'), ['doc/7002.pdf'], ['doc/7003.pdf', 'doc/7002.pdf/x']],
  ['a package opens its zip and what is in it', resource('courseware', 'courseware/7003/a/index.html', 'courseware/7003.zip'), ['courseware/7003.zip', 'courseware/7003/b.js', 'courseware/7003/a/c.js'], ['courseware/7004/b.js', 'courseware/7004.zip']],
  ['a package without a zip opens the folder it starts in', resource('courseware', 'courseware/7003/index.html'), ['courseware/7003/b/c.js'], ['courseware/7004/b.js']],
  ['nothing opens a folder at the top, where everybody’s files lie', resource('courseware', 'courseware/index.html', 'courseware.zip'), ['courseware/index.html'], ['courseware/7003/index.html']],
  ['a stream at the top opens its playlist', resource('video', 'video/index.m3u8'), ['video/index.m3u8'], ['video/0.ts', 'video/7001/0.ts']],
])('%s', (_what, one, open, closed) => {
  const places = new Set(placesOf(one))
  expect(open.filter((file) => !isAmong(places, file))).toEqual([])
  expect(closed.filter((file) => isAmong(places, file))).toEqual([])
})
