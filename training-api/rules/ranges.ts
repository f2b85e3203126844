/** What a Range header asks of a file: a part (bytes counted from 0, both ends included), all of it, or nothing it has. */
export type Range = { start: number; end: number } | 'all' | 'none'

/** The one byte range asked for; several ranges, other units and malformed headers count as all, as RFC 9110 allows. */
export function readRange(header: string | undefined, sizeBytes: number): Range {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!parts) return 'all'
  const [, first = '', last = ''] = parts
  if (first === '' && last === '') return 'all'
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'none' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start >= sizeBytes ? 'none' : { start, end }
}
