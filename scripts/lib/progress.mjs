import { isStopping } from './processes.mjs'

/** Whole and tenth seconds since a moment of `performance.now()`, as text: `0.4 s`, `12 s`, `2 min 5 s`. */
export function elapsed(since) {
  const seconds = (performance.now() - since) / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** Runs a piece of work under its name and shows on `out` how long it has been at it; `note` replaces the text beside the name. */
export async function step(name, work, out = process.stdout) {
  const interactive = Boolean(out.isTTY) && !process.env.CI
  const begun = performance.now()
  let beside = ''
  const draw = () => {
    const line = `  … ${name} (${elapsed(begun)})${beside ? ` ${beside}` : ''}`
    out.write(interactive ? `\r\x1b[2K${line.slice(0, (out.columns || 80) - 1)}` : `${line}\n`)
  }
  draw()
  const beat = setInterval(draw, interactive ? 1000 : 15_000)
  const note = (text) => {
    if (text === beside) return
    beside = text
    draw()
  }
  const end = (mark) => {
    clearInterval(beat)
    out.write(`${interactive ? '\r\x1b[2K' : ''}  ${mark} ${name} (${elapsed(begun)})\n`)
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
