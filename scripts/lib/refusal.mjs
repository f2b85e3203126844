/** An end that people can do something about: shown as its one sentence, never as a stack. */
export class Refusal extends Error {
  constructor(sentence, details = '') {
    super(sentence)
    this.details = details
  }
}

/** Prints why a command ends, in one sentence when the reason is known, and gives its exit code. */
export function explain(error) {
  if (!(error instanceof Refusal)) {
    console.error(error)
    return 1
  }
  if (error.details) console.error(`\n${error.details}`)
  console.error(`\n${error.message}`)
  return 1
}
