import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPackageStore } from '../packages/store.ts'
import { manifest12, zeros, zipOf } from './zips.ts'
import type { ZipPart } from './zips.ts'

let folder: string
let unpacked: string
let count = 0
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'trainhall-zips-'))
  unpacked = path.join(folder, 'unpacked')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const index = { name: 'index.html', data: '<!doctype html><title>x</title>' }
const whole: ZipPart[] = [{ name: 'imsmanifest.xml', data: manifest12() }, index]
const open = (content: Buffer | ZipPart[]) => {
  const file = path.join(folder, `${(count += 1)}.zip`)
  writeFileSync(file, Buffer.isBuffer(content) ? content : zipOf(content))
  return createPackageStore(unpacked).open(file)
}
const onDisk = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).startsWith('unpacked'))

describe('a hostile package leaves nothing on the disk:', () => {
  const withMore = (...parts: ZipPart[]) => [...whole, ...parts]
  test.each<[string, Buffer | ZipPart[], string]>([
    ['an entry above its folder', withMore({ name: '../evil.js', data: 'x' }), 'outside'],
    ['an entry above, with backslashes', withMore({ name: 'a\\..\\..\\evil.js', data: 'x' }), 'outside'],
    ['an absolute entry', withMore({ name: '/etc/cron.d/evil', data: 'x' }), 'outside'],
    ['an entry on a drive', withMore({ name: 'C:\\evil.js', data: 'x' }), 'outside'],
    ['a symbolic link', withMore({ name: 'link', data: '/etc/passwd', mode: 0o120777 }), 'link'],
    ['a device', withMore({ name: 'device', mode: 0o020666 }), 'link'],
    ['a name with a line break', withMore({ name: 'a\nb.js', data: 'x' }), 'name'],
    ['a name with the character 0', withMore({ name: 'a\0b.js', data: 'x' }), 'name'],
    ['a name without end', withMore({ name: `${'a'.repeat(300)}.js`, data: 'x' }), 'name'],
    ['a name of few letters and many bytes', withMore({ name: `${'安'.repeat(90)}.js`, data: 'x' }), 'name'],
    ['a folder with slashes without end', withMore({ name: `a${'/'.repeat(65_000)}` }), 'name'],
    ['folders without end', withMore({ name: `${'a/'.repeat(60)}b.js`, data: 'x' }), 'name'],
    ['an encrypted entry', withMore({ name: 'secret.js', data: 'x', flags: 0x801 }), 'encrypted'],
    ['a file and a folder of one name', withMore({ name: 'a', data: 'x' }, { name: 'a/b.js', data: 'x' }), 'duplicate'],
    ['two files of one name', withMore({ name: 'INDEX.html', data: 'x' }), 'duplicate'],
    ['ten thousand files', [...whole, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `f/${at}.txt`, data: '' }))], 'tooManyFiles'],
    ['a gigabyte of zeros', withMore({ name: 'zeros.bin', deflated: zeros(64) }), 'tooLarge'],
    ['a gigabyte in small pieces', [...whole, ...Array.from({ length: 64 }, (_, at) => ({ name: `${at}.bin`, deflated: zeros(1) }))], 'ratio'],
    ['a gigabyte that claims to be small', withMore({ name: 'zeros.bin', deflated: zeros(64), claimedBytes: 100 }), 'damaged'],
    ['a manifest that claims to be small', [{ name: 'imsmanifest.xml', deflated: zeros(8), claimedBytes: 500 }, index], 'damaged'],
    ['a manifest without end', [{ name: 'imsmanifest.xml', data: manifest12('index.html', ' '.repeat(3_000_000)) }, index], 'manifest'],
    ['a document type', [{ name: 'imsmanifest.xml', data: `<!DOCTYPE manifest [<!ENTITY x SYSTEM "file:///etc/passwd">]>${manifest12()}` }, index], 'doctype'],
    ['a document type in UTF-16', [{ name: 'imsmanifest.xml', data: Buffer.from(`\ufeff<!DOCTYPE manifest><manifest/>`, 'utf16le') }, index], 'doctype'],
    ['nesting without end', [{ name: 'imsmanifest.xml', data: manifest12('index.html', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`) }, index], 'manifest'],
    ['no manifest', [index], 'noManifest'],
    ['a manifest that is not XML', [{ name: 'imsmanifest.xml', data: '{"scorm": true}' }, index], 'manifest'],
    ['another standard', [{ name: 'imsmanifest.xml', data: '<manifest><metadata><schemaversion>1.1</schemaversion></metadata><organizations/><resources><resource identifier="R" href="index.html"/></resources></manifest>' }, index], 'standard'],
    ['a lesson that is missing', [{ name: 'imsmanifest.xml', data: manifest12('lesson.html') }, index], 'missingFile'],
    ['a lesson above its folder', [{ name: 'imsmanifest.xml', data: manifest12('../../secret.html') }, index], 'missingFile'],
    ['a lesson elsewhere', [{ name: 'imsmanifest.xml', data: manifest12('https://evil.example/x.html') }, index], 'missingFile'],
    ['a lesson that is a script', [{ name: 'imsmanifest.xml', data: manifest12('javascript:alert(1)') }, index], 'missingFile'],
    ['something that is no zip', Buffer.from('MZ this is no zip at all'), 'damaged'],
    ['half a zip', zipOf(whole).subarray(0, 200), 'damaged'],
  ])('%s', async (_, content, fault) => {
    await expect(open(content)).rejects.toMatchObject({ name: 'PackageRefused', fault })
    expect(onDisk().filter((name) => /\.|files/.test(path.basename(String(name))))).toEqual([])
  })
})

describe('a package that was refused', () => {
  /** A good zip and a bad one that are told apart by nothing but what is in them. */
  function lookalikes() {
    const file = path.join(folder, `${(count += 1)}.zip`)
    const put = (name: string) => {
      writeFileSync(file, zipOf([...whole, { name, data: String(count) }]))
      utimesSync(file, 1_700_000_000, 1_700_000_000)
    }
    return { file, put }
  }

  test('is not judged again for a minute', async () => {
    const { file, put } = lookalikes()
    let now = 0
    const store = createPackageStore(unpacked, () => now)
    put('../x')
    await expect(store.open(file)).rejects.toMatchObject({ fault: 'outside' })
    const { size } = statSync(file)
    put('aa/x')
    expect(statSync(file).size).toBe(size)
    now = 59_000
    await expect(store.open(file)).rejects.toMatchObject({ fault: 'outside' })
    now = 60_000
    expect(readdirSync((await store.open(file))!.folder)).toContain('aa')
  })

  test('is judged at once when the zip is another', async () => {
    const { file, put } = lookalikes()
    const store = createPackageStore(unpacked)
    put('../x')
    await expect(store.open(file)).rejects.toMatchObject({ fault: 'outside' })
    put('another name/x')
    expect(readdirSync((await store.open(file))!.folder)).toContain('another name')
  })

  test('by the disk is tried again at once', async () => {
    const { file, put } = lookalikes()
    const noFolder = path.join(folder, 'no folder')
    writeFileSync(noFolder, '')
    const store = createPackageStore(path.join(noFolder, 'unpacked'))
    put('x')
    await expect(store.open(file)).rejects.toMatchObject({ code: 'ENOTDIR' })
    rmSync(noFolder)
    expect(readdirSync((await store.open(file))!.folder)).toContain('x')
  })
})

describe('a good package', () => {
  test('may have a name as long as file systems take', async () => {
    const longest = `${'安'.repeat(84)}.js`
    const stored = await open([...whole, { name: longest, data: 'x' }])
    expect(readdirSync(stored!.folder)).toContain(longest)
  })

  test('is unpacked with names of any language, and without what systems leave behind', async () => {
    const gb = Buffer.concat([Buffer.from([0xd7, 0xca, 0xc1, 0xcf]), Buffer.from('/1.txt')])
    const stored = await open([...whole, { name: '图片/安全 帽.svg', data: 'svg' }, { name: gb, data: 'gb' }, { name: '__MACOSX/._index.html', data: '' }, { name: 'Thumbs.db', data: '' }, { name: 'empty/', mode: 0o040755 }])
    const names = readdirSync(stored!.folder, { recursive: true }).map(String).sort()
    expect(names).toEqual(['imsmanifest.xml', 'index.html', '图片', '图片/安全 帽.svg', '资料', '资料/1.txt'].sort())
    expect(readFileSync(path.join(stored!.folder, '资料/1.txt'), 'utf8')).toBe('gb')
    expect(stored!.manifest).toMatchObject({ standard: 'scorm12', title: '课', items: [{ id: 'I', title: '一', href: 'index.html', tracked: true }] })
  })

  const japanese = Buffer.concat([Buffer.from([0x90, 0x7d, 0x8a, 0x47]), Buffer.from('.html')])
  test.each([
    ['its lesson', [{ name: 'imsmanifest.xml', data: manifest12('図絵.html') }, { name: japanese, data: 'x' }]],
    ['another file', [{ name: 'imsmanifest.xml', data: manifest12('index.html', "<also href='%E5%9B%B3%E7%B5%B5.html'/>") }, index, { name: japanese, data: 'x' }]],
  ])('may have been packed under a Japanese system, as its manifest tells by %s', async (_, parts) => {
    expect(readdirSync((await open(parts))!.folder)).toContain('図絵.html')
  })

  test('has the names that stand in UTF-8 beside those of a system, where they belong to those', async () => {
    const beside = (name: string, of: Buffer) => {
      const field = Buffer.alloc(9)
      field.writeUInt16LE(0x7075, 0)
      field.writeUInt16LE(5 + Buffer.byteLength(name), 2)
      field.writeUInt8(1, 4)
      field.writeUInt32LE(crc32(of), 5)
      return Buffer.concat([field, Buffer.from(name)])
    }
    const [one, other] = [Buffer.from([0x81, 0x31, 0x2e, 0x6a, 0x73]), Buffer.from('other.js')]
    const stored = await open([...whole, { name: one, data: 'x', extra: beside('한.js', one) }, { name: other, data: 'x', extra: beside('../evil.js', one) }])
    expect(readdirSync(stored!.folder).sort()).toEqual(['imsmanifest.xml', 'index.html', 'other.js', '한.js'])
    await expect(open([...whole, { name: one, data: 'x', extra: beside('../evil.js', one) }])).rejects.toMatchObject({ fault: 'outside' })
  })

  test('may lie in one folder of its zip', async () => {
    const stored = await open(whole.map((part) => ({ ...part, name: `my course/${String(part.name)}` })))
    expect(readdirSync(stored!.folder).sort()).toEqual(['imsmanifest.xml', 'index.html'])
  })

  test.each(['', '\0\0\0\0', 'null', '{"standard":"scorm12"'])('is unpacked anew where a power cut has left %j of its manifest', async (left) => {
    const file = path.join(folder, `${(count += 1)}.zip`)
    writeFileSync(file, zipOf([...whole, { name: 'cut.txt', data: String(count) }]))
    const first = await createPackageStore(unpacked).open(file)
    writeFileSync(path.join(first!.folder, '..', 'manifest.json'), left)
    rmSync(path.join(first!.folder, 'cut.txt'))
    expect(await createPackageStore(unpacked).open(file)).toEqual(first)
    expect(readdirSync(first!.folder).sort()).toEqual(['cut.txt', 'imsmanifest.xml', 'index.html'])
    expect(readdirSync(unpacked).filter((name) => name.includes('.'))).toEqual([])
  })

  test.each([
    ['id', 'x'.repeat(201)], ['title', '安'.repeat(501)], ['href', `index.html?${'x'.repeat(2_000)}`], ['launchData', 'x'.repeat(4_097)], ['maxTime', 'x'.repeat(101)], ['timeLimitAction', 'x'.repeat(101)],
  ])('is judged anew where one without limits was unpacked, as with a longer %s', async (name, text) => {
    const file = path.join(folder, `${(count += 1)}.zip`)
    writeFileSync(file, zipOf([...whole, { name: 'old.txt', data: String(count) }]))
    const { manifest, folder: files } = (await createPackageStore(unpacked).open(file))!
    writeFileSync(path.join(files, '..', 'manifest.json'), JSON.stringify({ ...manifest, items: [{ ...manifest.items[0], [name]: text }] }))
    expect((await createPackageStore(unpacked).open(file))!.manifest).toEqual(manifest)
  })

  test('is unpacked once, whoever asks and however often', async () => {
    const file = path.join(folder, 'again.zip')
    writeFileSync(file, zipOf([...whole, { name: 'again.txt', data: 'x' }]))
    const store = createPackageStore(unpacked)
    const [one, other, third] = await Promise.all([store.open(file), store.open(file), createPackageStore(unpacked).open(file)])
    expect(one!.folder).toBe(other!.folder)
    expect(third!.folder).toBe(one!.folder)
    expect(await store.open(path.join(folder, 'nothing.zip'))).toBeNull()
  })

  test.each(['..', '.'])('is unpacked anew, once, when its folder (%s) was removed under the running server', async (which) => {
    const file = path.join(folder, `${(count += 1)}.zip`)
    writeFileSync(file, zipOf([...whole, { name: 'removed.txt', data: String(count) }]))
    const store = createPackageStore(unpacked)
    const first = (await store.open(file))!
    rmSync(path.join(first.folder, which), { recursive: true })
    const [one, other] = await Promise.all([store.open(file), store.open(file)])
    expect(one).toEqual(first)
    expect(other).toBe(one)
    expect(readdirSync(first.folder)).toContain('removed.txt')
    expect(await store.open(file)).toBe(one)
  })

  test('takes away what another left that was killed while it unpacked, a day later', async () => {
    const leave = (name: string, ageMs: number) => {
      mkdirSync(path.join(unpacked, name, 'files'), { recursive: true })
      const made = new Date(Date.now() - ageMs)
      utimesSync(path.join(unpacked, name), made, made)
      return name
    }
    const hash = '0123456789'.repeat(4)
    const [day, minute] = [86_400_000, 60_000]
    const old = leave(`1-${hash}.${randomUUID()}`, day + minute)
    const kept = [leave(`1-${hash}.${randomUUID()}`, day - minute), leave(`1-${hash}`, 2 * day), leave('somebody else', 2 * day)]
    await open([...whole, { name: 'after.txt', data: String(count) }])
    const left = readdirSync(unpacked)
    for (const name of kept) rmSync(path.join(unpacked, name), { recursive: true })
    expect(left).toEqual(expect.arrayContaining(kept))
    expect(left).not.toContain(old)
  })
})
