/** Rows that one statement of a sweep deletes at the most: others have their turn between two of them, and none runs into a time limit. */
const batchRows = 5_000

/**
 * Repeats what deletes at most so many rows until it finds fewer, or the process is about to end: the next sweep goes on. Moments are to be
 * gone through in their order: a plan that is kept (client.ts) does not know that hardly anything is so old, and might read all there is.
 */
export async function deleteInBatches(deleteSome: (most: number) => Promise<{ rowCount: number | null }>, stopping?: AbortSignal): Promise<void> {
  let deleted: number | null
  do ({ rowCount: deleted } = await deleteSome(batchRows))
  while (deleted === batchRows && stopping?.aborted !== true)
}
