// A small disk of our own that can be filled to the last byte and emptied again.
import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const page = Buffer.alloc(1024 * 1024)

/** A disk of so many megabytes, in memory; null where this user may not mount one. */
export function makeSmallDisk(megabytes) {
  if (process.platform !== 'linux') return null
  const folder = mkdtempSync(join(tmpdir(), 'trainhall-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { encoding: 'utf8' })
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  const close = () => {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', close)
  return {
    folder,
    /** Leaves so many bytes free. */
    fill(leaveBytes = 0) {
      const file = openSync(ballast, 'a')
      const free = () => {
        const { bavail, bsize } = statfsSync(folder)
        return bavail * bsize - leaveBytes
      }
      try {
        for (let left = free(); left > 0; left = free()) if (writeSync(file, page.subarray(0, Math.min(page.length, left))) === 0) break
        fsyncSync(file)
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close,
  }
}
