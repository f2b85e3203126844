import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isWithinLimits } from '../rules/manifest.ts'
import type { Manifest } from '../rules/manifest.ts'
import { packageLimits, PackageRefused } from '../rules/packages.ts'
import { judgePackage } from './zip.ts'

/** A package on disk: what its manifest says and the folder with its files. */
export type StoredPackage = { manifest: Manifest; folder: string }

/** Packages unpacked once each, kept by what is in them, so that the same zip under two names is one folder. */
export type PackageStore = {
  /** The package of a zip, unpacked now if it never was; null when there is no such zip, PackageRefused when it is not taken. */
  open: (zipFile: string) => Promise<StoredPackage | null>
}

/** How the folder of a package is laid out; another number makes everything be unpacked anew. */
const layout = 3
/** So long a refusal is remembered: to judge again means to read up to 300 MB, and each learner's launch and each file would ask for it. */
const refusedMs = 60_000
/** No package is unpacked for so long: a draft that is older is one whose process was killed. */
const abandonedMs = 86_400_000
const drafts = /^\d+-[\da-f]{40}\.[\da-f-]{36}$/

/** A store in a folder, which is made when the first package comes. */
export function createPackageStore(folder: string, now: () => number = () => performance.now()): PackageStore {
  const opened = new Map<string, Promise<StoredPackage>>()
  const refused = new Map<string, { fault: PackageRefused; until: number }>()

  /** What is to be done when a package was not opened: a refusal is remembered, what the disk says (it may be full) is tried again at once. */
  function forget(key: string, fault: unknown): void {
    opened.delete(key)
    const at = now()
    for (const [other, { until }] of refused) if (until <= at) refused.delete(other)
    if (fault instanceof PackageRefused) refused.set(key, { fault, until: at + refusedMs })
  }
  return {
    async open(zipFile) {
      const found = await stat(zipFile).catch(() => null)
      if (!found?.isFile()) return null
      const key = `${zipFile}|${found.size}|${found.mtimeMs}`
      const known = opened.get(key)
      if (known) {
        const stored = await known
        if (await isThere(stored.folder)) return stored
        if (opened.get(key) === known) opened.delete(key)
        const anew = opened.get(key)
        if (anew) return anew
      }
      const refusal = refused.get(key)
      if (refusal && refusal.until > now()) throw refusal.fault
      const work = unpackOnce(folder, zipFile)
      opened.set(key, work)
      work.catch((fault: unknown) => forget(key, fault))
      return work
    },
  }
}

/** Whether a folder is still there: an operator may make room, and the package is unpacked anew. */
async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(() => true, (fault: NodeJS.ErrnoException) => fault.code !== 'ENOENT')
}

async function unpackOnce(folder: string, zipFile: string): Promise<StoredPackage> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(zipFile), hash)
  const target = path.join(folder, `${layout}-${hash.digest('hex').slice(0, 40)}`)
  const stored = await readStored(target)
  if (stored) return stored
  const judged = await judgePackage(zipFile)
  const attempt = `${target}.${randomUUID()}`
  try {
    await mkdir(path.join(attempt, 'files'), { recursive: true })
    await judged.unpackInto(path.join(attempt, 'files'))
    await writeFile(path.join(attempt, 'manifest.json'), JSON.stringify(judged.manifest))
    await putInPlace(attempt, target)
  } finally {
    judged.close()
    await rm(attempt, { recursive: true, force: true })
  }
  // Room that is not made now is made another time.
  await removeAbandoned(folder).catch(() => {})
  return { manifest: judged.manifest, folder: path.join(target, 'files') }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!drafts.test(name)) continue
    const draft = path.join(folder, name)
    const { mtimeMs } = await stat(draft)
    if (Date.now() - mtimeMs > abandonedMs) await rm(draft, { recursive: true, force: true })
  }
}

/** Whole or not at all: another process may have been quicker with the same package, which is as good. */
async function putInPlace(attempt: string, target: string): Promise<void> {
  try {
    await rename(attempt, target)
  } catch {
    if (await readStored(target)) return
    await rm(target, { recursive: true, force: true })
    await rename(attempt, target)
  }
}

/** The package in a folder; null when there is none, or when what stands there of its manifest cannot be read, as after a power cut, or its files were removed alone. */
async function readStored(target: string): Promise<StoredPackage | null> {
  try {
    const told = await readFile(path.join(target, 'manifest.json'))
    const manifest = JSON.parse(told.toString('utf8')) as Manifest | null
    // One that was unpacked before there was a limit is judged anew.
    const files = path.join(target, 'files')
    return manifest !== null && told.length <= packageLimits.toldBytes && isWithinLimits(manifest) && (await isThere(files)) ? { manifest, folder: files } : null
  } catch {
    return null
  }
}
