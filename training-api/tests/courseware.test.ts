import { cpSync, mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoMediaFolder } from '../context.ts'
import { resources } from '../db/schema/courses.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { dataOf, expectRefusal, expectStatus, hostileValues } from './world.ts'
import { manifest12, zipOf } from './zips.ts'

let api: TestApi
let liming: TestLearner
let media: string
beforeAll(async () => {
  media = mkdtempSync(path.join(os.tmpdir(), 'trainhall-media-'))
  mkdirSync(path.join(media, 'courseware'))
  for (const name of ['7003.zip', '7004.zip']) cpSync(path.join(demoMediaFolder, 'courseware', name), path.join(media, 'courseware', name))
  writeFileSync(path.join(media, 'courseware', '7903.zip'), zipOf([{ name: 'imsmanifest.xml', data: manifest12() }, { name: 'index.html', data: 'x' }, { name: '../../evil.js', data: 'x' }]))
  writeFileSync(path.join(media, 'courseware', '7904.zip'), zipOf([{ name: 'imsmanifest.xml', data: manifest12('第 一 课.html') }, { name: '第 一 课.html', data: '0123456789' }, { name: 'Images/Logo.PNG', data: 'logo' }, { name: 'images/other.png', data: 'other' }, { name: 'が/é.txt'.normalize('NFD'), data: 'nfd' }]))
  api = await startTestApi({ seed: true, mediaFolder: media })
  const foreign = { tenantId: 82, kind: 'courseware' as const, title: 'x', standard: 'scorm12' as const, captions: [] }
  await api.db.insert(resources).values([7903, 7904].map((resourceId) => ({ ...foreign, resourceId, url: `/train/file/courseware/${resourceId}/index.html`, packageUrl: `/train/file/courseware/${resourceId}.zip` })))
  liming = await api.loginAs('liming', 82)
})
afterAll(async () => {
  await api.close()
  rmSync(media, { recursive: true, force: true })
})

type Package = { standard: string; title: string; rootUrl: string; itemList: { id: string; href: string; masteryScore: number | null; passingScore: number | null }[] }
const ask = (resourceId: unknown, who = liming) => who.get<Package>('/train/web/getCoursewarePackage', { resourceId })

test.each([[7003, 'scorm12', '低压配电柜认知', { masteryScore: 60 }], [7004, 'scorm2004', '倒闸操作流程', { passingScore: 0.8 }]])('package %i is %s', async (resourceId, standard, title, item) => {
  expect(dataOf(await ask(resourceId))).toMatchObject({ standard, title, rootUrl: `/train/file/courseware/${resourceId}/`, itemList: [{ id: 'ITEM', href: 'index.html', ...item }] })
})

test('its files come out of the zip, with type and ranges, to learners only', async () => {
  const lesson = await liming.fetch('/train/file/courseware/7003/lesson.js')
  expect(lesson.status).toBe(200)
  expect(lesson.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await lesson.text()).toContain('runLesson')
  const part = await liming.fetch(`/train/file/courseware/7904/${encodeURIComponent('第 一 课.html')}`, { headers: { range: 'bytes=2-4' } })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await liming.fetch('/train/file/courseware/7003/nothing.js')).status).toBe(404)
  expect((await liming.fetch('/train/file/courseware/7003/..%2f7004.zip')).status).toBe(404)
  expect((await liming.fetch('/train/file/courseware/7003/manifest.json')).status).toBe(404)
  expect((await api.fetch('/train/file/courseware/7003/lesson.js')).status).toBe(401)
})

test.each([
  ['Images/Logo.PNG', 'logo'], ['images/logo.png', 'logo'], ['IMAGES/other.PNG', 'other'], ['が/É.txt'.normalize('NFC'), 'nfd'], ['images', null], ['images/', null], ['images/logo.png/x', null], ['images/nothing.png', null], ['../Files/images/logo.png', null],
])('%s is found however a page writes it', async (name, text) => {
  const reply = await liming.fetch(`/train/file/courseware/7904/${encodeURIComponent(name)}`)
  expect([reply.status, text === null ? null : await reply.text()]).toEqual([text === null ? 404 : 200, text])
})

test('a hostile package is refused, and its files are not there', async () => {
  const reply = await ask(7903)
  expectRefusal(reply, '课件包不符合要求，无法打开')
  expect(reply.data).toEqual({ reason: 'outside' })
  expect((await liming.fetch('/train/file/courseware/7903/index.html')).status).toBe(404)
})

test('another tenant\'s, another kind and nonsense are not found', async () => {
  expectStatus(await ask(7904, await api.loginAs('liming', 101)), 404)
  expectStatus(await ask(7001), 404)
  expectStatus(await ask(999_999), 404)
  for (const value of hostileValues) expect([400, 404]).toContain((await ask(value)).status)
})
