import { colours, glove, grid, group, ink, text } from './art.js'
import { during, mix } from './film.js'

const bench = `${grid('#E7EAF3', '#D3D9E8')}<path d="M-40 372h940v150h-940z" fill="#C9B08A"/><path d="M-40 372h940" stroke="${ink}" stroke-width="5"/><path d="M-40 420h940M-40 466h940" stroke="#B79A70" stroke-width="3"/>`
const slow = (t, span, body) => {
  const scale = 1.02 + 0.05 * (t / span)
  return group(body, { x: 424 * (1 - scale), y: 260 * (1 - scale), scale })
}

/** One end of the cable, from the left edge: sheath, then as much of insulation and copper as has been laid bare. */
const cable = ({ sheath, insulation, copper }) => `<path d="M0 -40h${sheath}v80h-${sheath}z" fill="#2B3442"/>
  <path d="M0 -26h${sheath}" stroke="#4A5568" stroke-width="6"/>
  <path d="M${sheath} -27h${insulation}v54h-${insulation}z" fill="${colours.red}"/><path d="M${sheath} -16h${insulation}" stroke="#E98279" stroke-width="5"/>
  <path d="M${sheath + insulation} -15h${copper}v30h-${copper}z" fill="#D99045"/><path d="M${sheath + insulation} -6h${copper}M${sheath + insulation} 5h${copper}" stroke="#B87432" stroke-width="3"/>`
const both = (parts, gap = 0) => group(cable(parts), { x: -20 - gap, y: 250 }) + `<g transform="translate(${868 + gap} 250) scale(-1 1)">${cable(parts)}</g>`
const hand = (x, y, rotate) => group(glove('#EFEFE8'), { x, y, rotate, scale: 0.9 })

const strip = (t, span) => {
  const bare = during(t, 0.8, 4.2)
  return slow(t, span, `${bench}${both({ sheath: mix(440, 300, bare), insulation: mix(0, 70, bare), copper: mix(0, 40, bare) }, mix(30, 26, bare))}
    ${group(`<path d="M-8 -70h16v60l-8 24-8-24z" fill="${colours.steel}" stroke="${ink}" stroke-width="4"/><path d="M-12 -140h24v72h-24z" fill="${colours.orange}" stroke="${ink}" stroke-width="4"/>`, { x: mix(444, 588, bare), y: 220 + 4 * Math.sin(t * 14) })}${hand(mix(444, 588, bare) + 8, 70, 180)}`)
}
const press = (t, span) => {
  const closed = 0.5 - 0.5 * Math.cos(Math.min(t, 4) * Math.PI * 0.75)
  return slow(t, span, `${bench}${both({ sheath: 300, insulation: 70, copper: 74 })}
    <path d="M352 228h144v44h-144z" fill="${colours.steel}" stroke="${ink}" stroke-width="4"/>
    ${[386, 462].map((x, i) => (t > 1.4 + i * 1.8 ? `<path d="M${x - 10} 228q10 12 20 0M${x - 10} 272q10 -12 20 0" stroke="${ink}" stroke-width="4" fill="#6F8499"/>` : '')).join('')}
    ${group(`<path d="M-34 -110h68v${70 + 18 * closed}h-68z" fill="${colours.dark}"/><path d="M-20 -40h40v${14 + 12 * closed}h-40z" fill="${colours.yellow}" stroke="${ink}" stroke-width="4"/><path d="M-34 ${70 - 14 * closed}h68v44h-68z" fill="${colours.dark}"/><path d="M-20 ${46 - 12 * closed}h40v26h-40z" fill="${colours.yellow}" stroke="${ink}" stroke-width="4"/>`, { x: t < 2.4 ? 386 : 462, y: 250 })}`)
}
const insulate = (t, span) => {
  const done = during(t, 0.5, 4.4)
  const end = mix(270, 584, done)
  const turns = []
  for (let x = 270; x < end - 8; x += 16) turns.push(`M${x} 206l22 88`)
  return slow(t, span, `${bench}${both({ sheath: 300, insulation: 70, copper: 74 })}<path d="M352 228h144v44h-144z" fill="${colours.steel}"/>
    <path d="M262 206h${Math.max(0, end - 262)}v88h-${Math.max(0, end - 262)}z" fill="${colours.green}"/><path d="${turns.join('')}" stroke="#237A5B" stroke-width="4"/>
    ${group(`<circle r="44" fill="${colours.green}" stroke="${ink}" stroke-width="5"/><circle r="20" fill="#fff" stroke="${ink}" stroke-width="5"/>`, { x: end + 6, y: 180, rotate: t * 200 })}${hand(end + 24, 92, 190)}`)
}
const measure = (t, span) => {
  const value = during(t, 1, 3)
  return slow(t, span, `${bench}${both({ sheath: 300, insulation: 70, copper: 74 })}<path d="M262 200q162 -26 324 0v100q-162 26 -324 0z" fill="#2B3442"/><path d="M290 214q134 -20 268 0" stroke="#4A5568" stroke-width="6" fill="none"/>
    <path d="M300 300Q280 400 360 410M560 300Q590 380 500 410" fill="none" stroke="${ink}" stroke-width="6"/>
    <rect x="336" y="372" width="180" height="92" rx="14" fill="${colours.yellow}" stroke="${ink}" stroke-width="5"/><rect x="354" y="388" width="144" height="44" rx="6" fill="#E8F0F8" stroke="${ink}" stroke-width="3"/>
    ${text(`${Math.round(value * 1250)} MΩ`, 426, 420, { size: 26, anchor: 'middle' })}
    ${group(`<circle r="34" fill="${colours.green}"/><path d="M-16 1l12 14 22-26" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>`, { x: 640, y: 150, opacity: during(t, 3, 3.4) })}`)
}

/** The mark of a camera that records. */
export const marks = (t) => `<circle cx="722" cy="43" r="7" fill="${colours.red}" opacity="${t % 1 < 0.6 ? 1 : 0.25}"/>`

export const scenes = [
  { from: 0, to: 5, number: '1', name: '剥切', steps: [[0, '剥去护套与绝缘，不伤线芯']], draw: strip },
  { from: 5, to: 10, number: '2', name: '压接', steps: [[0, '连接管两端各压两模']], draw: press },
  { from: 10, to: 15, number: '3', name: '恢复绝缘', steps: [[0, '半叠包绕，均匀拉伸']], draw: insulate },
  { from: 15, to: 20, number: '4', name: '测试', steps: [[0, '绝缘电阻 1250 MΩ，合格']], draw: measure },
]
