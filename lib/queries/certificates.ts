import { BffError } from './bff'

/** The PDF of one of my certificates. */
export async function certificatePdf(id: string): Promise<Blob> {
  const response = await fetch(`/api/certificates/pdf?id=${encodeURIComponent(id)}`, { credentials: 'same-origin' })
  if (!response.ok) throw new BffError('failed')
  return response.blob()
}
