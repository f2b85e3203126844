import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { demoMediaFolder } from '../context.ts'
import { judgePackage } from '../packages/zip.ts'
import { listContentPlaces, listOwnPlaces, listQuestionPlaces } from '../queries/files.ts'
import { startTestApi } from './support.ts'

const inMedia = (...names: string[]) => path.join(demoMediaFolder, ...names)
const read = (...names: string[]) => readFileSync(inMedia(...names), 'utf8')
const bytesBelow = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const full = path.join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesBelow(full) : statSync(full).size)
  }, 0)

test('all media together are under 6 MB', () => {
  expect(bytesBelow(demoMediaFolder)).toBeLessThan(6_000_000)
})

describe.each(['7001', '7301'])('video %s', (name) => {
  test('has a picture, and every file that its playlists name', () => {
    expect(existsSync(inMedia('video', name, 'poster.jpg'))).toBe(true)
    const named = (playlist: string) =>
      read('video', name, playlist).split('\n').flatMap((line) => {
        const uri = line.startsWith('#') ? /URI="([^"]+)"/.exec(line)?.[1] : line.trim()
        return uri ? [path.posix.join(path.posix.dirname(playlist), uri)] : []
      })
    const playlists = named('index.m3u8')
    expect(playlists.length).toBeGreaterThanOrEqual(2)
    for (const file of playlists.flatMap((playlist) => [playlist, ...named(playlist)])) expect(existsSync(inMedia('video', name, file)), file).toBe(true)
  })
})

test.each(['zh', 'en', 'ja'])('the lesson has 15 captions in %s, in the playlist and beside it', (language) => {
  const plain = read('video', '7001', `${language}.vtt`)
  expect(plain.match(/-->/g)).toHaveLength(15)
  expect(read('video', '7001', 'subs', `${language}.vtt`).split('\n').slice(2)).toEqual(plain.split('\n').slice(1))
})

test('the handbook is made for reading page by page', () => {
  const head = readFileSync(inMedia('doc', '7002.pdf')).subarray(0, 1024).toString('latin1')
  expect(head).toMatch(/^%PDF-1\.\d/)
  expect(head).toMatch(/\/Linearized 1.*\/N 12\b/s)
})

test.each([['7003', '1.2'], ['7004', '2004 4th Edition']])('courseware %s is SCORM %s and complete', (name, version) => {
  const manifest = read('courseware', name, 'imsmanifest.xml')
  expect(manifest).toContain(`<schemaversion>${version}</schemaversion>`)
  const files = [...manifest.matchAll(/<file href="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect([...files, 'imsmanifest.xml'].sort()).toEqual(readdirSync(inMedia('courseware', name)).sort())
  expect(statSync(inMedia('courseware', `${name}.zip`)).size).toBeGreaterThan(5000)
})

test.each(['7003', '7004'])('courseware %s is packed as it lies in its folder', async (name) => {
  const unpacked = mkdtempSync(path.join(tmpdir(), 'courseware-'))
  onTestFinished(() => rmSync(unpacked, { recursive: true }))
  const judged = await judgePackage(inMedia('courseware', `${name}.zip`))
  await judged.unpackInto(unpacked).finally(judged.close)
  const filesOf = (folder: string) => Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]))
  expect(filesOf(unpacked)).toEqual(filesOf(inMedia('courseware', name)))
})

test('learners of each tenant get every file that their courses, questions and messages name', async () => {
  const api = await startTestApi({ seed: true })
  for (const [account, tenantId] of [['liming', 82], ['liming', 101], ['sunli', 143]] as const) {
    const learner = await api.loginAs(account, tenantId)
    const named = [...(await listContentPlaces(api.db, learner)), ...(await listQuestionPlaces(api.db, learner)), ...(await listOwnPlaces(api.db, learner))].filter((place) => !place.endsWith('/'))
    expect(named).toEqual(expect.arrayContaining(['video/7001/index.m3u8', 'video/7001/zh.vtt', 'doc/7002.pdf', 'courseware/7003.zip', 'courseware/7003/index.html', 'question/sign-electric.svg']))
    for (const file of [...named, 'video/7001/480p/000.m4s', 'video/7301/poster.jpg']) expect((await learner.fetch(`/train/file/${file}`)).status, `${file} of ${tenantId}`).toBe(200)
    expect((await learner.fetch('/train/file/source/film.js')).status).toBe(404)
  }
  const veteran = await api.loginAs('liming', 82)
  expect((await veteran.fetch('/train/file/message/safety-month-plan.pdf')).status).toBe(200)
  await api.close()
})
