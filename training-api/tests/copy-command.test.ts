import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fileSource, fileTarget } from '../db/copy/backup-file.ts'
import { copyRows } from '../db/copy/copy.ts'
import { databaseSource } from '../db/copy/database.ts'
import { isSamePlace, placeOf, targetAt } from '../db/copy/places.ts'
import { testMoment } from './support.ts'
import { freshDataDir, openThrowaway } from './throwaway.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const program = fileURLToPath(new URL('../db/copy/cli.ts', import.meta.url))
const folder = mkdtempSync(path.join(os.tmpdir(), 'trainhall-copy-'))
const fresh = (end = '') => path.join(folder, `${randomUUID()}${end}`)
/** A backup of one tenant. */
const backup = fresh('.backup')

beforeAll(async () => {
  const { db, close } = await openThrowaway({ seed: true, now: testMoment })
  await copyRows(databaseSource(db), fileTarget(backup), { tenantId: 116 })
  await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (fault, out, err) => resolve({ code: Number(fault?.code ?? 0), said: (out + err).trim() }))
  })
}

/** A copy that has written something and waits for the rest of what it copies. */
async function halfDone(to: string) {
  const pipe = fresh('.backup')
  execFileSync('mkfifo', [pipe])
  const child = spawn(process.execPath, [program, pipe, to], { stdio: ['ignore', 'pipe', 'pipe'] })
  const whole = readFileSync(backup)
  const half = whole.length >> 1
  const feed = createWriteStream(pipe)
  feed.write(whole.subarray(0, half))
  await once(createInterface({ input: child.stdout }), 'line')
  let said = ''
  const heard = new Promise<void>((resolve) => child.stderr.on('data', (text: Buffer) => resolve(void (said += text.toString()))))
  const ended = once(child, 'close').then(([code, signal]) => ({ code: code as number | null, signal: signal as string | null, said: said.trim() }))
  return {
    async kill(signal: NodeJS.Signals) {
      child.kill(signal)
      // A thread that waits for the pipe keeps a process from ending.
      if (signal !== 'SIGKILL') await heard
      feed.destroy()
      return ended
    },
    goOn() {
      feed.end(whole.subarray(half))
      return ended
    },
  }
}

test('the command says what it did, and in one sentence what it could not', async () => {
  const [dataDir, target] = [await freshDataDir({ seed: true, now: testMoment }), await freshDataDir()]
  const file = fresh('.backup')
  const made = await run(dataDir, file, '--tenant', '116')
  expect(made.code).toBe(0)
  expect(made.said).toMatch(/^\d+ rows in \d+ tables copied, with their checksums\.$/m)
  const restored = await run(file, target)
  expect(restored.said).toMatch(/^\d+ rows in \d+ tables copied; counts and checksums are the same on both sides\.$/m)
  const folders = readdirSync(folder)
  for (const [args, sentence] of [
    [[fresh(), file], /^There is no database in the folder/],
    [['here', 'here'], /^FROM and TO are the same: name another place to copy into\.$/],
    [[dataDir, `${dataDir}/`], /^FROM and TO are the same: /],
    [[fresh('.backup'), fresh()], /^There is no file .*\.backup\.$/],
    [[file, fresh(), '--tenant', '116', '--tenant', '82'], /^One tenant is copied at a time/],
    [[file, 'postgres://me:hidden-word@127.0.0.1:9/none'], /^The copy could not be made, and nothing of it was kept: .*ECONNREFUSED/],
    [[file, 'POSTGRES://me:hidden-word@127.0.0.1:9/none'], /^An address begins with postgres:\/\/, not with POSTGRES:\/\/$/],
  ] as const) {
    const { code, said } = await run(...args)
    expect(code).toBe(1)
    expect(said).toMatch(sentence)
    expect(said).not.toContain('hidden-word')
  }
  expect(readdirSync(folder)).toEqual(folders)
  for (const used of [dataDir, target]) rmSync(used, { recursive: true, force: true })
})

test('a copy goes on when nobody reads any more what it says', async () => {
  const file = fresh('.backup')
  const child = spawn(process.execPath, [program, backup, file], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  expect([(await once(child, 'close'))[0], said]).toEqual([0, ''])
  expect(gunzipSync(readFileSync(file)).equals(gunzipSync(readFileSync(backup)))).toBe(true)
})

test('a word that may be meant for another thing is no place', () => {
  const [dotted, plain] = [fresh('.2026'), fresh()]
  mkdirSync(dotted)
  writeFileSync(plain, '')
  for (const word of ['postgres://h/x.backup', 'postgresql://h/x']) expect(placeOf(word)).toEqual({ kind: 'server', url: word })
  for (const word of ['2026-11-22T10:00.backup', './x.backup']) expect(placeOf(word)).toEqual({ kind: 'file', path: word })
  for (const word of ['.data', '.data/restored', './a:b', '..', dotted, 'new.2026/']) expect(placeOf(word)).toEqual({ kind: 'folder', path: word })
  for (const [word, sentence] of [
    ['https://me:secret@h/x.backup', /begins with postgres:\/\/, not with https:\/\/$/],
    ['postgres:/h/x', /^What begins with postgres: is no place/],
    ['localhost:5432/x', /^What begins with localhost: is no place/],
    ['dump.sql', /looks like a file\. A backup ends in \.backup/],
    ['x.BACKUP', /looks like a file\. A backup ends in \.backup/],
    [plain, /is no backup of ours: its name would end in \.backup/],
  ] as const) expect(() => placeOf(word)).toThrow(sentence)
})

test('a place is the same however its path is written, and another place is not', () => {
  const [there, link, gone] = [fresh(), fresh(), fresh()]
  mkdirSync(there)
  symlinkSync(there, link, 'junction')
  const same = (one: string, other: string) => isSamePlace(placeOf(one), placeOf(other))
  for (const [one, other] of [[there, `${there}/`], [there, path.relative('', there)], [there, link], [gone, `${gone}/../${path.basename(gone)}`], [`${gone}.backup`, path.relative('', `${gone}.backup`)], ['postgres://h/x', 'postgres://h/x']] as const) expect(same(one, other), other).toBe(true)
  for (const [one, other] of [[there, gone], [there, `${there}.backup`], [there, `${there}/below`], ['postgres://h/x', 'postgres://h/y']] as const) expect(same(one, other), other).toBe(false)
})

test('a copy that fails takes with it the folder it has made, and from one that was there only the database', async () => {
  const about = { schema: '9999_later', tenantId: null, receiptKey: null, madeAt: '' }
  const [kept, made] = [fresh(), fresh()]
  mkdirSync(kept)
  writeFileSync(path.join(kept, 'own'), '')
  for (const into of [kept, path.join(made, 'below')]) {
    await expect(targetAt(placeOf(into)).fill(about, async () => {})).rejects.toThrow(/newer program/)
  }
  expect(readdirSync(kept)).toEqual(['own'])
  expect(existsSync(made)).toBe(false)
})

test.each([['SIGHUP', 129], ['SIGINT', 130], ['SIGTERM', 143]] as const)('a backup that is interrupted by %s leaves nothing', async (signal, code) => {
  const into = fresh()
  mkdirSync(into)
  const copy = await halfDone(path.join(into, 'x.backup'))
  const [draft = ''] = readdirSync(into)
  expect(statSync(path.join(into, draft)).mode & 0o777).toBe(0o600)
  expect(await copy.kill(signal)).toEqual({ code, signal: null, said: 'The copy was interrupted: make it again.' })
  expect(readdirSync(into)).toEqual([])
})

test('a copy into a new folder that is interrupted leaves nothing', async () => {
  const into = fresh()
  const copy = await halfDone(into)
  expect(existsSync(path.join(into, 'postgres'))).toBe(true)
  expect((await copy.kill('SIGTERM')).code).toBe(143)
  expect(existsSync(into)).toBe(false)
})

test('what a killed backup leaves is removed by the next one in the folder, and nothing else', async () => {
  const into = fresh()
  mkdirSync(into)
  const killed = await halfDone(path.join(into, 'killed.backup'))
  const alive = await halfDone(path.join(into, 'alive.backup'))
  expect((await killed.kill('SIGKILL')).signal).toBe('SIGKILL')
  const [left = ''] = readdirSync(into).filter((name) => name.startsWith('killed.'))
  const elsewhere = ['recent', 'old'].map((name) => path.join(into, `${name}.backup.another-host.1.partial`))
  for (const name of elsewhere) writeFileSync(name, '')
  const daysAgo = new Date(Date.now() - 2 * 86_400_000)
  utimesSync(elsewhere[1]!, daysAgo, daysAgo)
  // What was written to a moment ago may be of another container, whose processes have other numbers.
  await copyRows(fileSource(backup), fileTarget(path.join(into, 'early.backup')))
  expect(readdirSync(into)).toContain(left)
  rmSync(path.join(into, 'early.backup'))
  const minutesAgo = new Date(Date.now() - 11 * 60_000)
  for (const draft of readdirSync(into).filter((name) => /^(killed|alive)\./.test(name))) utimesSync(path.join(into, draft), minutesAgo, minutesAgo)
  await copyRows(fileSource(backup), fileTarget(path.join(into, 'next.backup')))
  expect(readdirSync(into).map((name) => name.split('.')[0]).toSorted()).toEqual(['alive', 'next', 'recent'])
  expect((await alive.goOn()).code).toBe(0)
  expect(readdirSync(into).toSorted()).toEqual(['alive.backup', 'next.backup', 'recent.backup.another-host.1.partial'])
})

test('of two backups to one place at once the first that is whole stands there', async () => {
  const into = fresh()
  mkdirSync(into)
  const file = path.join(into, 'x.backup')
  const slow = await halfDone(file)
  await copyRows(fileSource(backup), fileTarget(file))
  const whole = readFileSync(file)
  expect(await slow.goOn()).toEqual({ code: 1, signal: null, said: `There is a file ${file} already.` })
  expect(readdirSync(into)).toEqual(['x.backup'])
  expect(readFileSync(file).equals(whole)).toBe(true)
})

test('a disk on which a file has one name only takes a backup too, and is left as it was when it cannot', async () => {
  const into = fresh()
  mkdirSync(into)
  const { link, rename } = fs
  fs.link = () => Promise.reject(Object.assign(new Error('not here'), { code: 'EPERM' }))
  syncBuiltinESMExports()
  try {
    const file = path.join(into, 'x.backup')
    fs.rename = () => Promise.reject(Object.assign(new Error('the disk is gone'), { code: 'EIO' }))
    syncBuiltinESMExports()
    await expect(copyRows(fileSource(backup), fileTarget(file))).rejects.toThrow('the disk is gone')
    expect(readdirSync(into)).toEqual([])
    fs.rename = rename
    syncBuiltinESMExports()
    await copyRows(fileSource(backup), fileTarget(file))
    expect(gunzipSync(readFileSync(file)).equals(gunzipSync(readFileSync(backup)))).toBe(true)
    expect(readdirSync(into)).toEqual(['x.backup'])
    await expect(copyRows(fileSource(backup), fileTarget(file))).rejects.toThrow('There is a file')
    expect(statSync(file).size).toBeGreaterThan(0)
  } finally {
    Object.assign(fs, { link, rename })
    syncBuiltinESMExports()
  }
})

test('a backup whose draft was removed meanwhile says so, and makes nothing', async () => {
  const into = fresh()
  mkdirSync(into)
  const copy = await halfDone(path.join(into, 'x.backup'))
  for (const draft of readdirSync(into)) rmSync(path.join(into, draft))
  const { code, said } = await copy.goOn()
  expect([code, said]).toEqual([1, expect.stringContaining('Somebody has removed the unfinished backup')])
  expect(readdirSync(into)).toEqual([])
})
