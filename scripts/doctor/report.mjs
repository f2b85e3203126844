const marks = { good: '✓', note: '!', bad: '✗' }

/** Collects findings and prints each as it comes; `verdict` is how many were bad. */
export function makeReport() {
  const count = { good: 0, note: 0, bad: 0 }
  const say = (kind, text) => {
    count[kind] += 1
    console.log(`  ${marks[kind]} ${text}`)
  }
  return {
    section: (title) => console.log(`\n${title}`),
    good: (text) => say('good', text),
    note: (text) => say('note', text),
    bad: (text) => say('bad', text),
    verdict() {
      console.log(`\n${count.good} in order, ${count.note} to look at, ${count.bad} wrong`)
      return count.bad
    },
  }
}
