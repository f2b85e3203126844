import 'server-only'

/** The whole body of a reply, of at most `maxBytes`; null as soon as there is more, and then the rest is not waited for. */
export async function shortBody(reply: Response, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels what is still on its way.
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Lets go of a reply whose body nobody reads: its connection would stay taken, with all that was sent before. */
export function leaveUnread(reply: Response): void {
  // One that has failed meanwhile is let go already.
  reply.body?.cancel().catch(() => undefined)
}
