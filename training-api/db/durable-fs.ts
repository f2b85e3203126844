import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd?: number | null; node: unknown }
type NodeFsBackend = {
  realPath(node: unknown): string
  stream_ops?: Record<string, unknown> & { fsync?: (stream: Stream) => number }
}
type PostgresModule = { FS: { filesystems: { NODEFS?: NodeFsBackend } } }
type InitArguments = Parameters<NodeFS['init']>

/**
 * PGlite's Node file system with an fsync that reaches the disk: as shipped it has none, and a commit would not survive
 * a power cut. Opening fails when the place the hook hangs on is gone.
 */
export class DurableNodeFS extends NodeFS {
  readonly #onSync: () => void

  constructor(dataDir: string, onSync: () => void) {
    super(dataDir)
    this.#onSync = onSync
  }

  override async init(...[pg, options]: InitArguments): ReturnType<NodeFS['init']> {
    const result = await super.init(pg, options)
    const preRun = result.emscriptenOpts.preRun
    if (!Array.isArray(preRun)) throw new Error('PGlite no longer offers preRun: its commits could not be made durable.')
    preRun.push((module: unknown) => {
      const backend = (module as PostgresModule).FS.filesystems.NODEFS
      if (!backend?.stream_ops || typeof backend.realPath !== 'function') {
        throw new Error('PGlite no longer offers NODEFS.stream_ops: its commits could not be made durable.')
      }
      backend.stream_ops.fsync = (stream) => {
        if (stream.nfd != null) fsyncSync(stream.nfd)
        else {
          const directory = openSync(backend.realPath(stream.node), 'r')
          try {
            fsyncSync(directory)
          } finally {
            closeSync(directory)
          }
        }
        this.#onSync()
        return 0
      }
    })
    return result
  }
}
