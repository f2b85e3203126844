import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { entryName, judgeEntries, packageLimits, PackageRefused, packageRoot, systemLetters } from '../rules/packages.ts'
import type { SystemLetters, ZipEntry } from '../rules/packages.ts'
import { countMissing, fileFinder, manifestText, parseManifest } from '../rules/manifest.ts'
import type { Manifest } from '../rules/manifest.ts'

type Known = ZipEntry & { entry: Entry }

/** A zip whose directory and manifest have been judged and found good; nothing has been written anywhere. */
export type JudgedPackage = {
  manifest: Manifest
  /** Writes the files into an empty folder; the package's root becomes the folder's. */
  unpackInto: (folder: string) => Promise<void>
  close: () => void
}

const UTF8_FLAG = 0x800
const UNICODE_NAME = 0x7075

/** Reads a zip's directory and manifest and judges both; throws PackageRefused before anything touches the disk. */
export async function judgePackage(zipFile: string): Promise<JudgedPackage> {
  const { size } = await stat(zipFile)
  if (size > packageLimits.zipBytes) throw new PackageRefused('tooLarge', String(size))
  const zip = await openZip(zipFile)
  try {
    if (zip.entryCount > packageLimits.entries) throw new PackageRefused('tooManyFiles', String(zip.entryCount))
    const { inPackage, text, find } = await readNames(zip, await listEntries(zip))
    const manifest = parseManifest(text, find)
    return { manifest, unpackInto: (folder) => unpack(zip, inPackage, folder), close: () => zip.close() }
  } catch (fault) {
    zip.close()
    throw asRefusal(fault)
  }
}

type Reading = { inPackage: Map<string, Known>; text: string; find: (path: string) => string | null; missing: number }

/** The files by their names. No zip says in which system's letters they are written: those are right in which the manifest finds most of its files. */
async function readNames(zip: ZipFile, entries: Entry[]): Promise<Reading> {
  let best: Reading | null = null
  let fault: unknown
  for (const letters of entries.some(isOfSystem) ? systemLetters : systemLetters.slice(0, 1)) {
    try {
      const reading = await readAs(zip, entries, letters)
      if (best === null || reading.missing < best.missing) best = reading
      if (best.missing === 0) break
    } catch (refusal) {
      fault ??= refusal
    }
  }
  if (best === null) throw fault
  return best
}

async function readAs(zip: ZipFile, entries: Entry[], letters: SystemLetters): Promise<Reading> {
  const files = judgeEntries(entries.map((entry) => knownOf(entry, letters)))
  const root = packageRoot(files.keys())
  const inPackage = new Map([...files].flatMap(([name, known]) => (name.startsWith(root) ? [[name.slice(root.length), known] as const] : [])))
  const find = fileFinder(inPackage.keys())
  const known = inPackage.get(find('imsmanifest.xml') ?? '')
  if (known === undefined) throw new PackageRefused('noManifest')
  if (known.bytes > packageLimits.manifestBytes) throw new PackageRefused('manifest', 'too large')
  const text = manifestText(await readEntry(zip, known.entry))
  return { inPackage, text, find, missing: countMissing(text, find) }
}

async function openZip(zipFile: string): Promise<ZipFile> {
  try {
    // Names are decoded here, because many tools write them in the system's own letters; yauzl checks sizes against the directory.
    return await openPromise(zipFile, { decodeStrings: false, validateEntrySizes: true, autoClose: false })
  } catch (fault) {
    throw asRefusal(fault)
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    if (entries.length > packageLimits.entries) throw new PackageRefused('tooManyFiles')
    entries.push(entry)
  }
  return entries
}

function saysUtf8({ generalPurposeBitFlag }: Entry): boolean {
  return (generalPurposeBitFlag & UTF8_FLAG) !== 0
}

/** The name in UTF-8 that some tools write beside that of the system; null where there is none, or it is another name's. */
function nameBeside({ fileNameRaw, extraFields }: Entry): Uint8Array | null {
  const field = extraFields.find(({ id, data }) => id === UNICODE_NAME && data.length > 5 && data[0] === 1 && data.readUInt32LE(1) === crc32(fileNameRaw))
  return field?.data.subarray(5) ?? null
}

function isOfSystem(entry: Entry): boolean {
  return !saysUtf8(entry) && nameBeside(entry) === null && entry.fileNameRaw.some((byte) => byte > 0x7f)
}

function knownOf(entry: Entry, letters: SystemLetters): Known {
  const beside = nameBeside(entry)
  return {
    entry,
    name: entryName(beside ?? entry.fileNameRaw, beside !== null || saysUtf8(entry), letters),
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    encrypted: entry.isEncrypted(),
    method: entry.compressionMethod,
    unixMode: entry.externalFileAttributes >>> 16,
  }
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  return buffer(await zip.openReadStreamPromise(entry))
}

async function unpack(zip: ZipFile, files: Map<string, Known>, folder: string): Promise<void> {
  for (const [name, { entry }] of files) {
    const target = path.join(folder, ...name.split('/'))
    if (!target.startsWith(folder + path.sep)) throw new PackageRefused('outside', name)
    await mkdir(path.dirname(target), { recursive: true })
    try {
      // A stream longer than the directory said breaks off with an error: nothing can grow past what was judged.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx' }))
    } catch (fault) {
      throw asRefusal(fault)
    }
  }
}

/** What the reader says of a broken zip is the package's fault; what the disk says is not. */
function asRefusal(fault: unknown): unknown {
  if (fault instanceof PackageRefused || (fault instanceof Error && 'syscall' in fault)) return fault
  return new PackageRefused('damaged', fault instanceof Error ? fault.message : String(fault))
}
