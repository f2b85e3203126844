import { isStopping } from './processes.mjs'

const interactive = Boolean(process.stdout.isTTY) && !process.env.CI
const beatMilliseconds = interactive ? 1000 : 15_000

/** Whole and tenth seconds since a moment of `performance.now()`, as text: `0.4 s`, `12 s`, `2 min 5 s`. */
export function elapsed(since) {
  const seconds = (performance.now() - since) / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** Runs a piece of work under its name and shows how long it has been at it; `note` replaces the text beside the name. */
export async function step(name, work) {
  const begun = performance.now()
  let beside = ''
  const draw = () => {
    const line = `  … ${name} (${elapsed(begun)})${beside ? ` ${beside}` : ''}`
    if (interactive) process.stdout.write(`\r\x1b[2K${line.slice(0, (process.stdout.columns || 80) - 1)}`)
    else console.log(line)
  }
  draw()
  const beat = setInterval(draw, beatMilliseconds)
  const note = (text) => {
    if (text === beside) return
    beside = text
    draw()
  }
  const end = (mark) => {
    clearInterval(beat)
    if (interactive) process.stdout.write('\r\x1b[2K')
    console.log(`  ${mark} ${name} (${elapsed(begun)})`)
  }
  try {
    const result = await work(note)
    end(isStopping() ? '–' : '✓')
    return result
  } catch (error) {
    end('✗')
    throw error
  }
}
