/** Makes a queue: steps run one after another, whatever became of the one before, and one that fails gives nothing. */
export function inTurn(): <T>(step: () => Promise<T>) => Promise<T | undefined> {
  let work: Promise<unknown> = Promise.resolve()
  return (step) => {
    const turn = work.then(step, step).catch(() => undefined)
    work = turn
    return turn
  }
}
