import 'server-only'

/**
 * The whole body of a request, of at most `maxBytes`. `tooLarge` as soon as more was announced or has come, so that nobody can fill our memory;
 * `cut` when its sender went away in the middle of it, or sent less than announced: then nobody hears the answer.
 */
export async function bodyOf(request: Request, maxBytes: number): Promise<Buffer | 'tooLarge' | 'cut'> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN)
  if (announced > maxBytes) return 'tooLarge'
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxBytes) return 'tooLarge'
      chunks.push(chunk)
    }
  } catch {
    return 'cut'
  }
  return Number.isNaN(announced) || announced === size ? Buffer.concat(chunks) : 'cut'
}
