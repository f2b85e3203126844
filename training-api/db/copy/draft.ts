import { randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { dayMs } from '../../rules/china-time.ts'
import { CopyError } from './tables.ts'

/** So long nothing is written to a draft whose process may be another container's under the same name of the machine. */
const stillMs = 10 * 60_000

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

/** Where a file is written until it is whole: beside its place, under a name of its own that tells whose work it is. */
export const draftOf = (file: string) => `${file}.${os.hostname()}.${process.pid}.${randomUUID()}.partial`

/** Removes the drafts of backups in a folder whose process was killed. */
export async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, host, pid] = /\.backup\.(.+?)\.(\d+)(?:\.[\da-f-]{36})?\.partial$/.exec(name) ?? []
    const draft = path.join(folder, name)
    // Of another host (a container that is gone) nothing is known but its age; a number may also have come to another process.
    if (pid && (await isStillFor(draft, host === os.hostname() && !isRunning(Number(pid)) ? stillMs : dayMs))) await rm(draft, { force: true })
  }
}

// One under the number of this process, which is about to begin, is of a killed one that had the same.
function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (fault) {
    return codeOf(fault) !== 'ESRCH'
  }
}

async function isStillFor(file: string, ms: number): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > ms
}

/** Puts a finished draft into its place, where nothing may be, and on the disk. */
export async function placeDraft(draft: string, file: string): Promise<void> {
  try {
    await giveName(draft, file)
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') throw new CopyError(`Somebody has removed the unfinished backup ${draft}: make it again.`)
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
    // A disk on which a file has one name only, such as a stick: the place is taken first, and given back when that was in vain.
    closeSync(openSync(file, 'wx', 0o600))
    await orUndo(() => removeEmpty(file), () => rename(draft, file))
  }
}

function removeEmpty(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true })
}

/** What is said where a backup would have to replace a file. */
export const takenBy = (file: string) => new CopyError(`There is a file ${file} already.`)

/** The code of a fault of the operating system. */
export function codeOf(fault: unknown): string | undefined {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined
}
