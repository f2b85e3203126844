const KEY = 'reloaded-for-file'
const AGAIN_MS = 60_000

/**
 * Loads the page anew when it failed for a file of its build that did not come while the web can be reached: another version has taken
 * that build's place. Not twice in a minute, nor where that cannot be kept.
 */
export async function reloadForFile(error: Error): Promise<void> {
  // As the framework names it.
  if (error.name !== 'ChunkLoadError') return
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_MS) return
    if (!(await fetch('/api/health', { cache: 'no-store' })).ok) return
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    return
  }
  location.reload()
}
