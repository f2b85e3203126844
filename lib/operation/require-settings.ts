import 'server-only'

/** Ends the process with the sentence that names what is wrong with its settings, should they not be readable: a stack would hide it. */
export async function requireSettings(): Promise<void> {
  try {
    await import('@/lib/env')
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
