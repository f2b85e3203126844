/** What a courseware package may be; sizes in bytes. Ten thousand files or a gigabyte of zeros are no lesson. */
export const packageLimits = {
  zipBytes: 300 * 1024 * 1024,
  entries: 5_000,
  totalBytes: 600 * 1024 * 1024,
  fileBytes: 300 * 1024 * 1024,
  /** How many times larger than packed the whole may become, beyond the first 10 MB. */
  ratio: 50,
  ratioFreeBytes: 10 * 1024 * 1024,
  manifestBytes: 2 * 1024 * 1024,
  nameLength: 240,
  /** Of a name as the zip has it, with all the slashes that are taken off. */
  rawNameLength: 1_000,
  /** Of one name in UTF-8, as file systems count it. */
  nameBytes: 255,
  depth: 24,
  items: 300,
  titleLength: 500,
  idLength: 200,
  /** Of an address inside the package, and of each thing it is put together from. */
  addressLength: 2_000,
  /** Of an item, and each no longer than an id may be: what is more is left to the part to name by itself. */
  objectives: 20,
  launchDataLength: { scorm12: 4_096, scorm2004: 64_000 },
  /** Of a time allowed, and of what happens after it. */
  timeLength: 100,
  /** Of all that is told of a package, as JSON: one text of a manifest may stand in for each of 300 items. */
  toldBytes: 300_000,
} as const

export const packageFaults = [
  'damaged', 'tooLarge', 'tooManyFiles', 'ratio', 'name', 'outside', 'link', 'encrypted', 'method', 'duplicate', 'noManifest', 'manifest', 'doctype', 'standard', 'noContent', 'missingFile',
] as const
export type PackageFault = (typeof packageFaults)[number]

/** A package that is not taken, with the reason and what it is about. */
export class PackageRefused extends Error {
  readonly fault: PackageFault
  readonly about: string
  constructor(fault: PackageFault, about = '') {
    // It goes into the log, and a manifest may say anything of any length.
    const short = about.slice(0, 300)
    super(short ? `${fault}: ${short}` : fault)
    this.name = 'PackageRefused'
    this.fault = fault
    this.about = short
  }
}

/** An entry of a zip as its directory tells it, before anything is unpacked. */
export type ZipEntry = {
  name: string
  packedBytes: number
  bytes: number
  encrypted: boolean
  /** 0 stored, 8 deflated. */
  method: number
  /** The kind of file in Unix terms, 0 when the zip was made elsewhere. */
  unixMode: number
}

const FILE_KIND = 0o170000
const kinds = { none: 0, file: 0o100000, folder: 0o040000 }
const litter = new Set(['__macosx', 'thumbs.db', 'desktop.ini'])

/** The files to unpack, by their clean path; refuses the whole package for a single bad entry. Judges the directory alone. */
export function judgeEntries<T extends ZipEntry>(entries: readonly T[]): Map<string, T> {
  if (entries.length > packageLimits.entries) throw new PackageRefused('tooManyFiles', String(entries.length))
  const files = new Map<string, T>()
  const taken = new Set<string>()
  let total = 0
  let packed = 0
  for (const entry of entries) {
    const path = cleanPath(entry.name)
    if (entry.encrypted) throw new PackageRefused('encrypted', path)
    const kind = entry.unixMode & FILE_KIND
    if (kind !== kinds.none && kind !== kinds.file && kind !== kinds.folder) throw new PackageRefused('link', path)
    if (entry.name.endsWith('/') || entry.name.endsWith('\\') || kind === kinds.folder) continue
    total += entry.bytes
    packed += entry.packedBytes
    if (entry.bytes > packageLimits.fileBytes || total > packageLimits.totalBytes) throw new PackageRefused('tooLarge', path)
    if (total > packageLimits.ratioFreeBytes && total > packed * packageLimits.ratio) throw new PackageRefused('ratio', path)
    if (entry.method !== 0 && entry.method !== 8) throw new PackageRefused('method', path)
    if (isLitter(path)) continue
    const same = foldedName(path)
    if (taken.has(same)) throw new PackageRefused('duplicate', path)
    taken.add(same)
    files.set(path, entry)
  }
  for (const path of files.keys()) if (parentsOf(path).some((parent) => taken.has(foldedName(parent)))) throw new PackageRefused('duplicate', path)
  return files
}

/** The path of an entry inside the package's folder, with `/` between names; refuses one that leads elsewhere. */
export function cleanPath(name: string): string {
  // Before it is searched: a search for slashes at the end looks at each run of slashes again and again.
  if (name.length > packageLimits.rawNameLength) throw new PackageRefused('name', name.slice(0, 80))
  const path = name.replaceAll('\\', '/').replace(/^(\.\/)+/, '').replace(/\/+$/, '')
  if (/[\0-\x1f\x7f]/.test(path) || path.length > packageLimits.nameLength) throw new PackageRefused('name', path.slice(0, 80))
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) throw new PackageRefused('outside', path)
  const names = path.split('/')
  if (names.includes('..')) throw new PackageRefused('outside', path)
  if (names.length > packageLimits.depth || names.some((one) => one === '' || one === '.' || one.includes(':') || Buffer.byteLength(one) > packageLimits.nameBytes)) throw new PackageRefused('name', path)
  return path
}

/** A name as systems know it that tell neither letter cases nor forms of Unicode apart. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function parentsOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))
}

/** What systems leave behind in zips, and hidden files, which are never served. */
function isLitter(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.') || litter.has(name.toLowerCase()))
}

/** As systems write names that are not in UTF-8, and do not say which it is: in Chinese (or old English), in Japanese. */
export const systemLetters = ['gb18030', 'shift_jis'] as const
export type SystemLetters = (typeof systemLetters)[number]

/** The name of an entry in letters: UTF-8 where it says so or is so, else as a system wrote it. */
export function entryName(raw: Uint8Array, saysUtf8: boolean, letters: SystemLetters): string {
  for (const encoding of saysUtf8 ? ['utf-8'] : ['utf-8', letters]) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(raw)
    } catch {
      // Not in this one.
    }
  }
  return Array.from(raw, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : '_')).join('')
}

/** The folder of the package inside its zip, where the manifest is: the top, or the one folder that everything lies in. */
export function packageRoot(paths: Iterable<string>): string {
  const manifests = [...paths].filter((path) => /(^|\/)imsmanifest\.xml$/i.test(path)).sort((a, b) => a.split('/').length - b.split('/').length)
  const [first, second] = manifests
  if (first === undefined) throw new PackageRefused('noManifest')
  if (second !== undefined && second.split('/').length === first.split('/').length) throw new PackageRefused('noManifest', second)
  return first.slice(0, first.lastIndexOf('/') + 1)
}

/** Where the files of packages lie among the platform's files. */
const packageFolder = 'courseware'

/** The zip and the file in it that a path among the platform's files means; null for a file that is in no package. */
export function packageFilePlace(filePath: string): { zip: string; file: string } | null {
  const [folder, name, ...rest] = filePath.split('/')
  return folder === packageFolder && name && rest.length > 0 ? { zip: `${folder}/${name}.zip`, file: rest.join('/') } : null
}

/** The zip among the platform's files that the address of a package means, and the address below which its files are; null for another. */
export function packagePlace(url: string | null): { zip: string; rootUrl: string } | null {
  const found = /^\/train\/file\/(courseware\/[\w-]{1,80})\.zip$/.exec(url ?? '')
  return found ? { zip: `${found[1]}.zip`, rootUrl: `/train/file/${found[1]}/` } : null
}
