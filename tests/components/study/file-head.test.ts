// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPdf } from '@/components/study/document/open-pdf'
import { fileHead } from '@/components/study/file-head'
import { fileTrouble } from '@/components/study/video/file-trouble'

afterEach(() => vi.unstubAllGlobals())

type Answer = { status: number; headers?: Record<string, string> }
/** A service of files that answers HEAD with a status, and GET of the first byte as it likes. */
function service(head: Answer, first: Answer) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', headers }: RequestInit) => {
    asked.push([method, new Headers(headers).get('range')].filter(Boolean).join(' '))
    const { status, ...more } = method === 'HEAD' ? head : first
    return new Response(null, { status, ...more })
  })
  return asked
}
const pdf = { 'content-type': 'application/pdf' }
const byte = { status: 206, headers: { ...pdf, 'content-range': 'bytes 0-0/98304', 'content-length': '1' } }

describe('what a server tells of a file', () => {
  it('is told by HEAD', async () => {
    const asked = service({ status: 200, headers: { ...pdf, 'content-length': '98304', 'accept-ranges': 'bytes' } }, byte)
    expect(await fileHead('/a.pdf')).toEqual({ status: 200, type: 'application/pdf', sizeBytes: 98304, hasParts: true })
    expect(asked).toEqual(['HEAD'])
  })

  it.each([403, 405, 501])('is told by the first byte where HEAD is answered with %i', async (status) => {
    const asked = service({ status }, byte)
    expect(await fileHead('/a.pdf')).toEqual({ status: 206, type: 'application/pdf', sizeBytes: 98304, hasParts: true })
    expect(asked).toEqual(['HEAD', 'GET bytes=0-0'])
  })

  it.each<[string, Answer, Partial<Awaited<ReturnType<typeof fileHead>>>]>([
    ['all of it comes, without parts', { status: 200, headers: { ...pdf, 'content-length': '98304' } }, { status: 200, sizeBytes: 98304, hasParts: false }],
    ['its length is kept back', { status: 206, headers: { ...pdf, 'content-length': '1' } }, { status: 206, sizeBytes: 0 }],
    ['its length is not known', { status: 206, headers: { ...pdf, 'content-range': 'bytes 0-0/*' } }, { status: 206, sizeBytes: 0 }],
    ['it is refused', { status: 403 }, { status: 403 }],
  ])('is told by GET where HEAD is not taken: %s', async (_what, first, told) => {
    service({ status: 405 }, first)
    expect(await fileHead('/a.pdf')).toMatchObject(told)
  })

  it('lets a document open that no HEAD finds', async () => {
    service({ status: 405 }, byte)
    // As far as jsdom goes: it is there, and it is a PDF.
    await expect(openPdf('/a.pdf', new AbortController().signal, { onProgress: () => undefined, onLost: () => undefined })).rejects.toMatchObject({ problem: 'oldBrowser' })
  })

  it('lets a video that cannot be played be told from one that is refused', async () => {
    service({ status: 403 }, { status: 206 })
    expect(await fileTrouble('/a.mp4', null)).toBe('format')
    service({ status: 403 }, { status: 403 })
    expect(await fileTrouble('/a.mp4', null)).toBe('denied')
  })
})
