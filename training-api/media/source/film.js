// A film is a list of scenes; each draws itself as SVG for a moment of its own time. `record.mjs` asks for every frame.
import { group, ink, text } from './art.js'

const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value))
const ease = (x) => { const c = clamp(x); return c * c * (3 - 2 * c) }
/** 0 before `from`, 1 after `to`, eased between. */
const during = (t, from, to) => ease((t - from) / (to - from))
const mix = (a, b, x) => a + (b - a) * x
/** The head of each scene: number, name and the step said now, in the corner where no caption of a player stands. */
function heading(number, name, step) {
  const width = Math.max([...step].length * 18, [...name].length * 20 + (number ? 34 : 0)) + 44
  return `<rect x="28" y="26" width="${width}" height="${step ? 74 : 46}" rx="12" fill="#fff" opacity=".94"/>
  ${number ? `<circle cx="54" cy="49" r="13" fill="${ink}"/>${text(number, 54, 55, { size: 16, fill: '#fff', anchor: 'middle' })}` : ''}
  ${text(name, number ? 76 : 48, 56, { size: 20 })}
  ${step ? text(step, 48, 84, { size: 16, fill: '#4A5C73', weight: 400 }) : ''}`
}

const clock = (t) => {
  const two = (n) => String(Math.floor(n)).padStart(2, '0')
  return `<rect x="742" y="26" width="82" height="34" rx="8" fill="${ink}" opacity=".82"/>
  <text x="783" y="50" font-size="20" font-weight="600" fill="#fff" text-anchor="middle" style="font-variant-numeric:tabular-nums">${two(t / 60)}:${two(t % 60)}</text>`
}

/** Puts a film on the page: `drawFrame(t)` shows the moment, scenes cross-fade over half a second. */
export function showFilm({ scenes, marks = () => '' }) {
  const stage = document.querySelector('svg')
  window.drawFrame = (t) => {
    const layers = scenes.filter(({ from, to }) => t >= from && t < to + 0.5).map((scene) => {
      const opacity = scene.from === 0 ? 1 : during(t, scene.from, scene.from + 0.5)
      const local = t - scene.from
      const step = [...scene.steps].reverse().find(([at]) => local >= at)?.[1] ?? ''
      return group(scene.draw(local, scene.to - scene.from) + (scene.name ? heading(scene.number, scene.name, step) : ''), { opacity })
    })
    stage.innerHTML = layers.join('') + clock(t) + marks(t)
  }
  window.drawFrame(0)
}

export { clamp, during, mix }
