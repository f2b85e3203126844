/** Rows that one statement of a sweep deletes at the most: others have their turn between two of them, and none runs into a time limit. */
const batchRows = 5_000

/** Repeats what deletes at most so many rows until it finds fewer, or the process is about to end: the next sweep goes on. */
export async function deleteInBatches(deleteSome: (most: number) => Promise<{ rowCount: number | null }>, stopping?: AbortSignal): Promise<void> {
  let deleted: number | null
  do ({ rowCount: deleted } = await deleteSome(batchRows))
  while (deleted === batchRows && stopping?.aborted !== true)
}
