import type { LaunchWord } from '@/lib/domain/courseware'

/**
 * Whether a file of a package comes when it is asked for. A frame would show the browser's own page instead of one that does not, and tell
 * nobody. Asked for as the frame does it: not every platform answers a question for the head alone.
 */
export async function lookForFile(address: string): Promise<Extract<LaunchWord, 'ready' | 'missing' | 'failed'>> {
  try {
    const { ok, status, body } = await fetch(address, { credentials: 'omit' })
    void body?.cancel()
    return ok ? 'ready' : status === 404 || status === 410 ? 'missing' : 'failed'
  } catch {
    return 'failed'
  }
}
