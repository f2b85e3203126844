// A small disk of our own that can be filled to the last byte and emptied again.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How the folder of a disk is called, before the process that made it. */
const named = 'trainhall-disk-'
const page = Buffer.alloc(1024 * 1024)

/** Why there is no disk where `makeSmallDisk` gives null. */
export const noDisk = 'this user may not mount a disk here, neither directly nor by unshare'

/** Mounts a disk on a folder, and gives where it is to be found and what takes it away again; null where this user may not. */
async function mountOn(folder, megabytes) {
  const mount = ['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]
  if (spawnSync(mount[0], mount.slice(1)).status === 0) return { there: folder, unmount: () => spawnSync('umount', ['-l', folder]) }
  // In a namespace of their own everybody may mount; its disk is reached through a process that stays there until it is let go.
  const keeper = spawn('unshare', ['-rm', 'sh', '-c', '"$@" && echo mounted && exec cat', 'sh', ...mount], { stdio: ['pipe', 'pipe', 'ignore'] })
  const isMounted = await new Promise((done) => keeper.once('error', () => done(false)).once('exit', () => done(false)).stdout.once('data', () => done(true)))
  return isMounted ? { there: `/proc/${keeper.pid}/root${folder}`, unmount: () => keeper.kill('SIGKILL') } : null
}

/** Of these folders of mounted disks those whose process is gone, which was killed before it could take its disk away. */
export function leftDisks(mounts, isThere) {
  const folders = mounts.split('\n').map((line) => line.split(' ')[1] ?? '')
  return folders.filter((folder) => folder.startsWith(join(tmpdir(), named)) && !isThere(folder.slice(join(tmpdir(), named).length).split('-')[0]))
}

/** Takes away what runs that were killed have left mounted, memory and all. */
function clearUp() {
  for (const folder of leftDisks(readFileSync('/proc/self/mounts', 'utf8'), (pid) => existsSync(`/proc/${pid}`))) {
    if (spawnSync('umount', ['-l', folder]).status === 0) rmSync(folder, { recursive: true, force: true })
  }
}

/** A disk of so many megabytes, in memory; null where this user may not mount one. */
export async function makeSmallDisk(megabytes) {
  if (process.platform !== 'linux') return null
  clearUp()
  const place = mkdtempSync(join(tmpdir(), `${named}${process.pid}-`))
  const mounted = await mountOn(place, megabytes)
  if (!mounted) {
    rmSync(place, { recursive: true, force: true })
    return null
  }
  const folder = mounted.there
  const ballast = join(folder, 'ballast')
  const close = () => {
    mounted.unmount()
    rmSync(place, { recursive: true, force: true })
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
