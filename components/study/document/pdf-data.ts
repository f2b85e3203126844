type Folder = 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl'

/** Whether answers can be read the way pdf.js reads its character maps, fonts and decoders, which not even its build for older browsers can do without. */
export const readsBytes = () => 'bytes' in Response.prototype

/** What pdf.js fetches beside the document, for browsers where it cannot by itself: Chinese and Japanese letters would stay white. */
export class PdfData {
  readonly #folders: Record<Folder, string>

  constructor(folders: Record<Folder, string>) {
    this.#folders = folders
  }

  async fetch({ kind, filename }: { kind: Folder; filename: string }): Promise<Uint8Array> {
    const reply = await fetch(`${this.#folders[kind]}${filename}`)
    if (!reply.ok) throw new Error(`${filename}: ${reply.status}`)
    return new Uint8Array(await reply.arrayBuffer())
  }
}
