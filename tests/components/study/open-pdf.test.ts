import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)))

// Node is as old as the browsers people have: the newest builds of pdf.js open nothing in it. Nothing else here may load pdf.js, whose build for
// older browsers brings to all what they lack.
it('opens documents with builds that run in browsers of last year, and with one release of both', async () => {
  const source = read('components/study/document/open-pdf.ts').toString()
  const [main, worker] = [/await import\('(pdfjs-dist[^']*)'\)/, /new URL\('(pdfjs-dist[^']*)'/].map((named) => named.exec(source)?.[1])
  const pdfjs = await import(import.meta.resolve(main!)) as typeof import('pdfjs-dist')
  pdfjs.GlobalWorkerOptions.workerSrc = import.meta.resolve(worker!)
  const task = pdfjs.getDocument({ data: new Uint8Array(read('training-api/media/doc/7002.pdf')), verbosity: 0 })
  const pdf = await task.promise
  const page = await pdf.getPage(1)
  expect((await page.getTextContent()).items.length).toBeGreaterThan(0)
  expect((await page.getOperatorList()).fnArray.length).toBeGreaterThan(0)
  await task.destroy()
})
