import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PlainError } from '../explain.ts'

/** The data folder cannot be used; the message is a sentence for the operator. */
export class DataFolderError extends PlainError {}

/** The PostgreSQL release inside the pinned PGlite; a data folder of another one does not open. */
export const postgresMajor = 18

/** The exclusive right to a database directory. */
export type Ownership = {
  /** Remembers a temporary folder, so that the next owner removes it should this process be killed. */
  remember(folder: string): void
  release(): void
}

/**
 * Makes this process the only owner of a database directory, or throws DataFolderError. The lock is the kernel's, on a
 * file beside the directory: it ends with the process, however that ends. PGlite itself has none, and two processes on
 * one directory silently lose each other's rows.
 */
export function ownDirectory(directory: string): Ownership {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    mkdirSync(path.dirname(directory), { recursive: true })
  } catch (fault) {
    throw new DataFolderError(
      `The data folder ${directory} cannot be written (${codeOf(fault)}): choose another with DATA_DIR or allow writing there.`,
    )
  }
  const lock = takeLock(directory)
  try {
    checkMajor(directory)
  } catch (fault) {
    lock.close()
    throw fault
  }
  const leftover = `${directory}.socket`
  if (existsSync(leftover)) rmSync(readFileSync(leftover, 'utf8'), { recursive: true, force: true })
  return {
    remember: (folder) => writeFileSync(leftover, folder),
    release() {
      rmSync(leftover, { force: true })
      lock.close()
    },
  }
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault)
}

function takeLock(directory: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(`${directory}.lock`)
    lock.exec('pragma busy_timeout=0; pragma locking_mode=exclusive; begin exclusive')
    return lock
  } catch (fault) {
    lock?.close()
    const busy = fault instanceof Error && 'errcode' in fault && fault.errcode === 5
    throw new DataFolderError(
      busy
        ? `The database in ${directory} is already in use by another process: stop that one first, or choose another folder with DATA_DIR.`
        : `The data folder ${path.dirname(directory)} cannot be written (${codeOf(fault)}): choose another with DATA_DIR or allow writing there.`,
    )
  }
}

function checkMajor(directory: string): void {
  const note = `${directory}.version`
  const noted = majorIn(note)
  const major = noted ?? majorIn(path.join(directory, 'PG_VERSION'))
  if (major !== undefined && major !== postgresMajor) {
    throw new DataFolderError(
      `The database in ${directory} was made by PostgreSQL ${major}, but this program brings PostgreSQL ${postgresMajor}: copy it with db:copy from the program that made it, or choose another folder with DATA_DIR.`,
    )
  }
  if (noted === undefined) writeWhole(note, `${postgresMajor}\n`)
}

/** The release that a file names, if it does: a full disk or a power cut may have left it empty. */
function majorIn(file: string): number | undefined {
  const major = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : NaN
  return Number.isNaN(major) ? undefined : major
}

function writeWhole(file: string, text: string): void {
  const draft = `${file}.draft`
  try {
    writeFileSync(draft, text)
    renameSync(draft, file)
  } catch (fault) {
    rmSync(draft, { force: true })
    throw fault
  }
}
