import { link, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { CopyError } from './tables.ts'

const dayMs = 86_400_000

/** What the work gives. What it was making is undone when it fails, and when this process ends (`process.exit`) in the middle of it. */
export async function orUndo<T>(undo: () => unknown, work: () => Promise<T>): Promise<T> {
  process.once('exit', undo)
  try {
    return await work()
  } catch (fault) {
    undo()
    throw fault
  } finally {
    process.off('exit', undo)
  }
}

/** Where a file is written until it is whole: beside its place, under a name that tells whose work it is. */
export const draftOf = (file: string) => `${file}.${os.hostname()}.${process.pid}.partial`

/** Removes the drafts of backups in a folder whose process was killed. */
export async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, host, pid] = /\.backup\.(.+)\.(\d+)\.partial$/.exec(name) ?? []
    const draft = path.join(folder, name)
    if (pid && ((host === os.hostname() && !isAnothers(Number(pid))) || (await isOld(draft)))) await rm(draft, { force: true })
  }
}

// One under the number of this process, which is about to begin, is of a killed one that had the same.
function isAnothers(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (fault) {
    return codeOf(fault) !== 'ESRCH'
  }
}

// Of another host (a container that is gone) nothing else is known; a number may also have come to another process.
async function isOld(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > dayMs
}

/** Puts a finished draft into its place, where nothing may be, and on the disk. */
export async function placeDraft(draft: string, file: string): Promise<void> {
  try {
    await giveName(draft, file)
  } catch (fault) {
    throw codeOf(fault) === 'EEXIST' ? takenBy(file) : fault
  }
  await rm(draft, { force: true })
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const folder = await open(path.dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
}

async function giveName(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (fault) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(fault) ?? '')) throw fault
    // A disk on which a file has one name only, such as a stick: the place is taken first.
    await writeFile(file, '', { flag: 'wx' })
    await rename(draft, file)
  }
}

/** What is said where a backup would have to replace a file. */
export const takenBy = (file: string) => new CopyError(`There is a file ${file} already.`)

/** The code of a fault of the operating system. */
export function codeOf(fault: unknown): string | undefined {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined
}
