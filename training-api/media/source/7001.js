import { bolt, cabinet, colours, glove, grid, group, ink, person, plate, text } from './art.js'
import { clamp, during, mix } from './film.js'

const slow = (t, span, body, { zoom = 0.06, dx = -18, dy = 0 } = {}) => {
  const x = t / span
  const scale = 1 + zoom * x
  return group(body, { x: 424 * (1 - scale) + dx * x, y: 240 * (1 - scale) + dy * x, scale })
}
const pop = (t, at, body, place = {}) => group(group(body, { scale: mix(0.85, 1, during(t, at, at + 0.4)) }), { ...place, opacity: during(t, at, at + 0.4) })
const floor = (fill) => `<path d="M-40 404h940v120h-940z" fill="${fill}"/><path d="M-40 404h940" stroke="${ink}" stroke-width="5"/>`
const shield = `<path d="M0 -96q44 30 94 30v72q0 78-94 120-94-42-94-120v-72q50 0 94-30z" fill="${colours.green}"/>
  <path d="M0 -74q38 24 76 25v56q0 60-76 96z" fill="#48B18B"/>
  <path d="M-42 14l30 32 54-62" fill="none" stroke="#fff" stroke-width="17" stroke-linecap="round" stroke-linejoin="round"/>`

function opening(t, span) {
  const pulse = 0.5 + 0.5 * Math.sin(t * 2.4)
  return slow(t, span, `${grid('#E3EEFB', '#CFE1F6')}<circle cx="600" cy="250" r="196" fill="#CFE1F6"/>${floor('#CFE1F6')}
    ${group(cabinet({ needle: Math.sin(t * 1.3) * 0.5 + 0.3 }), { x: 490, y: 88 })}
    ${bolt(440, 170, 1.1 + pulse * 0.1)}${bolt(770, 220, 0.9 + pulse * 0.1)}`) +
    pop(t, 0, `${text('用电安全概述', 0, 0, { size: 52 })}${text('看懂电 · 防住电 · 救得了人', 2, 50, { size: 22, weight: 400, fill: '#34506F' })}
    <path d="M2 78h120" stroke="${colours.yellow}" stroke-width="8" stroke-linecap="round"/>`, { x: 60, y: 224 })
}

function theCabinet(t, span) {
  const near = during(t, 4, 6)
  const warn = during(t, 8, 9)
  const label = (at, x, y, words, toX, toY) => pop(t, at, `<path d="M${toX - x} ${toY - y}L0 0" stroke="${ink}" stroke-width="3"/><circle cx="${toX - x}" cy="${toY - y}" r="6" fill="${ink}"/>
    <rect x="-10" y="-24" width="${[...words].length * 20 + 24}" height="46" rx="10" fill="#fff" stroke="${ink}" stroke-width="3"/>${text(words, 4, 7, { size: 18 })}`, { x, y })
  return slow(t, span, `${grid('#E1F1F6', '#CBE4EC')}${floor('#CBE4EC')}
    ${group(cabinet({ needle: 0.2 + Math.sin(t * 2) * 0.12, lamp: 'red' }), { x: 330, y: 90 })}
    ${near > 0 ? label(4, 610, 130, '电压表 电流表', 486, 152) + label(5.2, 610, 206, '状态指示灯', 440, 200) : ''}
    ${label(1.2, 90, 250, '额定电压 380 V', 340, 300)}
    ${group(`<path d="M-150 0h300" stroke="${colours.red}" stroke-width="10"/><path d="M-150 0h300" stroke="#fff" stroke-width="10" stroke-dasharray="26 26"/>
      <path d="M-150 -46v100M150 -46v100" stroke="${ink}" stroke-width="10" stroke-linecap="round"/>`, { x: 440, y: mix(540, 366, warn) })}
    ${pop(t, 9, plate('止步 高压危险', 190), { x: 440, y: 320 })}`, { zoom: 0.08, dx: -6 })
}

function protection(t, span) {
  const inflate = 1 + 0.07 * Math.sin(clamp(t - 4, 0, 3) * Math.PI)
  const card = (at, x, words, body) => pop(t, at, `<rect x="-82" y="-106" width="164" height="226" rx="16" fill="#fff" stroke="#CFE1F6" stroke-width="4"/>${body}${text(words, 0, 100, { size: 20, anchor: 'middle' })}`, { x, y: 270 })
  return slow(t, span, `${grid('#FBF0DA', '#F3E2BC')}
    ${card(0.4, 156, '安全帽', `<path d="M-56 24a56 56 0 0 1 112 0h12v14h-136v-14z" fill="${colours.yellow}" stroke="${ink}" stroke-width="5" stroke-linejoin="round"/><path d="M-14 -30v44M14 -30v44" stroke="${ink}" stroke-width="5"/>`)}
    ${card(1.2, 336, '绝缘手套', group(glove(), { y: -32, scale: 0.86 * inflate }))}
    ${card(2, 516, '绝缘鞋', `<path d="M-46 -50h44v56q44 4 52 34h-96z" fill="${colours.dark}" stroke="${ink}" stroke-width="5" stroke-linejoin="round"/><path d="M-50 40h104v14h-104z" fill="${colours.yellow}" stroke="${ink}" stroke-width="4"/>`)}
    ${card(8, 696, '验电器', group(`<path d="M-9 -20h18v100h-18z" fill="${colours.orange}" stroke="${ink}" stroke-width="5"/><path d="M-5 -62h10v42h-10z" fill="${colours.steel}"/><path d="M0 -78v18" stroke="${ink}" stroke-width="6" stroke-linecap="round"/><circle cx="0" cy="6" r="7" fill="${t % 1 < 0.5 && t > 9 ? colours.red : '#fff'}" stroke="${ink}" stroke-width="4"/>`, { rotate: 14, y: -10 }))}
    ${pop(t, 5, `<circle r="24" fill="${colours.green}"/><path d="M-11 1l8 9 15-18" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>`, { x: 404, y: 176 })}`, { zoom: 0.04, dx: 0 })
}

function threeSteps(t, span) {
  const off = during(t, 1, 1.6)
  const probe = during(t, 4.2, 5.2)
  const phase = Math.min(2, Math.floor(clamp((t - 5.4) / 0.8, 0, 2)))
  const ground = during(t, 8.4, 9.4)
  const number = (at, n, words, y) => pop(t, at, `<circle r="24" fill="${t >= at + 4 && n < 3 ? colours.green : ink}"/>${text(String(n), 0, 8, { size: 22, fill: '#fff', anchor: 'middle' })}${text(words, 42, 9, { size: 28 })}`, { x: 90, y })
  return slow(t, span, `${grid('#E3EEFB', '#CFE1F6')}${floor('#CFE1F6')}
    ${group(cabinet({ open: off > 0.5 ? 2 : 1, lamp: off > 0.5 ? 'green' : 'red', needle: mix(0.5, -0.9, off) }), { x: 470, y: 88 })}
    ${group(plate('禁止合闸 有人工作', 216), { x: 580, y: mix(20, 238, during(t, 2, 2.8)), opacity: during(t, 2, 2.6) * (1 - during(t, 4, 4.4)) })}
    ${t >= 4.2 && t < 8.4 ? group(`<path d="M-6 0h12v26h-12z" fill="${colours.steel}"/><path d="M-11 26h22v90h-22z" fill="${colours.orange}" stroke="${ink}" stroke-width="4"/><circle cx="0" cy="48" r="6" fill="#fff" stroke="${ink}" stroke-width="3"/>`, { x: 524 + phase * 56, y: mix(470, 352, probe) }) : ''}
    ${t >= 8 ? `<path d="M524 356v${34 * ground}M580 356v${34 * ground}M636 356v${34 * ground}" stroke="#7BAA3C" stroke-width="8"/>
      <path d="M524 390h${112 * ground}M580 390v${48 * ground}" stroke="#7BAA3C" stroke-width="8" fill="none"/>
      ${ground > 0.9 ? `<path d="M548 440h64M560 452h40M572 464h16" stroke="${ink}" stroke-width="6" stroke-linecap="round"/>` : ''}` : ''}
    ${number(0.3, 1, '停电', 190)}${number(4, 2, '验电', 262)}${number(8, 3, '接地', 334)}`, { zoom: 0.03, dx: 0 })
}

function rescue(t, span) {
  const away = during(t, 5, 6.2)
  const stop = during(t, 0.6, 1) * (1 - during(t, 3.8, 4.2))
  return slow(t, span, `${grid('#FBE9E1', '#F4D8CB')}${floor('#F4D8CB')}
    ${group(person({ coat: '#6C8FB8', helmet: colours.red }), { x: 250, y: 372, rotate: -84, scale: 0.95 })}
    <path d="M560 60Q520 220 ${mix(380, 470, away)} ${mix(352, 240, away)}" fill="none" stroke="${ink}" stroke-width="8" stroke-linecap="round"/>
    ${away < 0.5 ? bolt(388, 330, 0.7 + 0.08 * Math.sin(t * 12)) : ''}
    ${group(person({ arm: `<path d="M-20 60Q-70 ${mix(70, 40, away)} -108 ${mix(64, 20, away)}" fill="none" stroke="${colours.orange}" stroke-width="20" stroke-linecap="round"/>
      ${t >= 4 ? `<path d="M-84 ${mix(74, 44, away)}L-210 ${mix(70, -10, away)}" stroke="#B07B43" stroke-width="12" stroke-linecap="round"/>` : ''}` }), { x: 610, y: 182 })}
    ${group(`<circle r="44" fill="none" stroke="${colours.red}" stroke-width="12"/><path d="M-30 -30L30 30" stroke="${colours.red}" stroke-width="12"/>`, { x: 470, y: 200, opacity: stop })}
    ${pop(t, 8, `<rect x="-96" y="-46" width="192" height="92" rx="18" fill="${colours.green}"/>${text('120', 26, 18, { size: 50, fill: '#fff', anchor: 'middle' })}
      <path d="M-62 -20v40M-82 0h40" stroke="#fff" stroke-width="13" stroke-linecap="round"/>`, { x: 250, y: 190 })}`, { zoom: 0.05, dx: 10 })
}

function closing(t, span) {
  const row = (at, words, y) => pop(t, at, `<circle r="18" fill="${colours.green}"/><path d="M-8 1l6 7 12-14" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>${text(words, 34, 9, { size: 28 })}`, { x: 450, y })
  return slow(t, span, `${grid('#DFF3EA', '#C6E8D9')}<circle cx="230" cy="240" r="168" fill="#C6E8D9"/>${group(shield, { x: 230, y: 222, scale: 1.15 })}
    ${row(0.4, '先断电', 180)}${row(1, '再验电', 240)}${row(1.6, '后接地', 300)}`, { zoom: 0.04, dx: 0 })
}

export const scenes = [
  { from: 0, to: 8, steps: [], draw: opening },
  { from: 8, to: 20, number: '1', name: '认识低压配电柜', steps: [[0, '电从哪里来'], [4, '看仪表和指示灯'], [8, '未经许可不开柜']], draw: theCabinet },
  { from: 20, to: 32, number: '2', name: '个人防护', steps: [[0, '穿戴齐全'], [4, '手套充气检查'], [8, '工具在有效期内']], draw: protection },
  { from: 32, to: 44, number: '3', name: '停电作业三步', steps: [[0, '断开开关并挂牌'], [4, '逐相验电'], [8, '先接接地端']], draw: threeSteps },
  { from: 44, to: 56, number: '4', name: '触电急救', steps: [[0, '不要用手直接拉人'], [4, '切断电源或挑开电线'], [8, '呼救，心肺复苏']], draw: rescue },
  { from: 56, to: 60, number: '', name: '小结', steps: [], draw: closing },
]
