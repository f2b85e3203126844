// Drawings in the style of the product's covers, as strings of SVG: films, handbook and courseware share them.
const ink = '#1F3A5F'
const colours = { ink, yellow: '#F5B82E', red: '#DB4B3F', green: '#2F9A74', orange: '#EE8434', steel: '#8FA6BE', pale: '#DCE5EE', skin: '#F2C9A5', dark: '#34506F', white: '#FFFFFF' }

const group = (body, { x = 0, y = 0, scale = 1, rotate = 0, opacity = 1 } = {}) =>
  opacity <= 0 ? '' : `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${rotate.toFixed(2)}) scale(${scale.toFixed(4)})" opacity="${opacity.toFixed(3)}">${body}</g>`
const text = (words, x, y, { size = 22, fill = ink, weight = 600, anchor = 'start' } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${words}</text>`

function grid(ground, line) {
  const lines = []
  for (let x = -40; x <= 900; x += 40) lines.push(`M${x} -40V520`)
  for (let y = -40; y <= 520; y += 40) lines.push(`M-40 ${y}H900`)
  return `<path d="M-40 -40h940v560h-940z" fill="${ground}"/><path d="${lines.join('')}" stroke="${line}" stroke-width="1.5" opacity=".5" fill="none"/>`
}

const person = ({ coat = colours.orange, helmet = colours.yellow, arm = '' } = {}) => `
  <path d="M-34 150V62q0-30 34-30t34 30v88z" fill="${coat}"/>
  <path d="M-20 34v116M20 34v116M-34 92h68" stroke="${colours.yellow}" stroke-width="7"/>
  <path d="M-30 150h24v64h-24zM6 150h24v64h-24z" fill="${colours.dark}"/>
  <path d="M-38 210h34v14h-34zM4 210h34v14h-34z" fill="${ink}"/>
  <circle cx="0" cy="4" r="26" fill="${colours.skin}"/>
  <path d="M-30 0a30 30 0 0 1 60 0h8v7h-76v-7z" fill="${helmet}"/>${arm}`

const bolt = (x, y, scale = 1, fill = colours.yellow) =>
  `<path transform="translate(${x} ${y}) scale(${scale})" d="M6 -34l-26 40h18l-8 32 28-44h-19z" fill="${fill}" stroke="${ink}" stroke-width="4" stroke-linejoin="round"/>`

const cabinet = ({ open = 0, lamp = 'green', needle = 0 } = {}) => `
  <path d="M60 0V-46M110 0V-66M160 0V-46" stroke="${ink}" stroke-width="7"/>
  <rect width="220" height="300" rx="10" fill="#FFFFFF" stroke="${ink}" stroke-width="7"/>
  <rect x="22" y="22" width="176" height="110" rx="6" fill="#E8F0F8"/>
  ${[64, 156].map((x) => `<circle cx="${x}" cy="62" r="25" fill="#fff" stroke="${ink}" stroke-width="5"/>
  <path d="M${x} 62l${(18 * Math.sin(needle)).toFixed(2)} ${(-18 * Math.cos(needle)).toFixed(2)}" stroke="${colours.red}" stroke-width="5" stroke-linecap="round"/>`).join('')}
  <circle cx="50" cy="110" r="8" fill="${lamp === 'green' ? colours.green : colours.pale}"/>
  <circle cx="80" cy="110" r="8" fill="${colours.yellow}"/>
  <circle cx="110" cy="110" r="8" fill="${lamp === 'red' ? colours.red : colours.pale}"/>
  <rect x="142" y="102" width="42" height="16" rx="4" fill="${ink}"/>
  ${open > 0 ? `<path d="M22 150h176v128h-176z" fill="#CBD9E8"/>
  ${[54, 110, 166].map((x, i) => `<rect x="${x - 18}" y="168" width="36" height="60" rx="4" fill="#fff" stroke="${ink}" stroke-width="4"/><path d="M${x} 228v40" stroke="${[colours.yellow, colours.green, colours.red][i]}" stroke-width="8"/><rect x="${x - 8}" y="${open > 1 ? 202 : 178}" width="16" height="20" rx="3" fill="${ink}"/>`).join('')}`
    : `<path d="M110 156l52 92H58z" fill="${colours.yellow}" stroke="${ink}" stroke-width="6" stroke-linejoin="round"/>
  <path d="M114 180l-18 30h14l-6 26 20-32h-14z" fill="${ink}"/><rect x="180" y="166" width="12" height="52" rx="6" fill="${colours.steel}"/>`}
  <path d="M0 300h220v16H0z" fill="${colours.dark}"/>`

const plate = (words, width) => `<rect x="${-width / 2}" y="-30" width="${width}" height="60" rx="8" fill="${colours.red}"/>
  <rect x="${-width / 2 + 5}" y="-25" width="${width - 10}" height="50" rx="5" fill="none" stroke="#fff" stroke-width="2.5"/>
  ${text(words, 0, 8, { size: 22, fill: '#fff', anchor: 'middle' })}`

const glove = (fill = colours.orange) => `<path d="M-26 70V6q0-10 9-10t9 10v-30q0-9 9-9t9 9v-6q0-9 9-9t9 9v10q0-8 8-8t8 9v56q0 18-10 29z" fill="${fill}" stroke="${ink}" stroke-width="5" stroke-linejoin="round"/>
  <path d="M-26 70h52v22h-52z" fill="#fff" stroke="${ink}" stroke-width="5"/><path d="M-8 6v22M10 -24v44M28 -20v42" stroke="${ink}" stroke-width="4" stroke-linecap="round"/>`

export { bolt, cabinet, colours, glove, grid, group, ink, person, plate, text }
