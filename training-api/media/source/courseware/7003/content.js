import { bolt, cabinet, colours, group, ink, person, plate, text } from './art.js'
import { runLesson } from './lesson.js'

const svg = (width, height, name, body) => `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">${body}</svg>`
const label = (words, x, y, size = 20) => text(words, x, y, { size, anchor: 'middle' })

/** Numbered spots on a drawing; pressing one says what is there. */
const spot = (number, name, x, y) => `<g class="spot" role="button" tabindex="0" aria-pressed="false" aria-label="${number} ${name}" data-spot="${number}">
  <circle class="reach" cx="${x}" cy="${y}" r="28"/><circle class="mark" cx="${x}" cy="${y}" r="17"/><text x="${x}" y="${y + 6}" font-size="17" font-weight="600" fill="#fff" text-anchor="middle">${number}</text></g>`

function explore(texts) {
  return (main) => {
    const said = main.querySelector('.said')
    const spots = [...main.querySelectorAll('.spot')]
    const press = (pressed) => {
      for (const one of spots) one.setAttribute('aria-pressed', String(one === pressed))
      const [name, words] = texts[Number(pressed.dataset.spot) - 1]
      said.innerHTML = `<strong>${name}</strong><br>${words}`
    }
    for (const one of spots) {
      one.addEventListener('click', () => press(one))
      one.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        press(one)
      })
    }
  }
}

const panel = [
  ['电压表', '显示进线电压。转动换相开关依次读三个线电压，正常时都在 361～407 V 之间。'],
  ['电流表', '显示负荷电流。三相相差不超过 15%，长期不超过额定值。'],
  ['指示灯', '红灯亮为合闸，绿灯亮为分闸，黄灯亮为故障。灯不亮也可能是灯泡坏了，不能当作没有电。'],
  ['警告标志', '“当心触电”。标志褪色、脱落要马上补上。'],
  ['门锁与手柄', '钥匙由值班人保管，未经许可不得开门。'],
]
const inside = [
  ['母线', '三相母线按黄、绿、红着色，把电能分到各个回路。母线没有绝缘，绝对不可触碰。'],
  ['断路器', '在过载和短路时自动断开。手柄停在中间位置说明已经跳闸，要先查明原因再合。'],
  ['出线端子', '通向各条线路。接头发热变色说明压接松动。'],
  ['接地排', '所有金属外壳的黄绿双色线都接在这里。接地排断开，外壳就可能带电。'],
]
const gauge = (closed) => svg(420, 380, closed ? '合闸状态的配电柜：红灯亮，仪表有读数' : '分闸状态的配电柜：绿灯亮，仪表为零',
  `${group(cabinet({ lamp: closed ? 'red' : 'green', needle: closed ? 0.45 : -0.9 }), { x: 100, y: 60 })}${closed ? bolt(66, 150, 1.1) + bolt(368, 150, 1.1) : ''}`)

runLesson({
  title: '低压配电柜认知',
  passScore: 60,
  pages: [
    {
      title: '配电柜是做什么的',
      picture: () => svg(640, 330, '电能从变压器经配电柜到机床、照明和起重机', `
        <rect x="24" y="120" width="96" height="110" rx="8" fill="#fff" stroke="${ink}" stroke-width="5"/><circle cx="58" cy="176" r="22" fill="none" stroke="${ink}" stroke-width="5"/><circle cx="84" cy="176" r="22" fill="none" stroke="${ink}" stroke-width="5"/>${label('变压器', 72, 262)}
        <path d="M120 176H226" stroke="${colours.yellow}" stroke-width="8" stroke-dasharray="18 8"/>
        ${group(cabinet({ needle: 0.4 }), { x: 230, y: 80, scale: 0.62 })}${label('低压配电柜', 298, 306)}
        ${[['机床', 70], ['照明', 176], ['起重机', 282]].map(([name, y]) => `<path d="M368 176C440 176 430 ${y} 486 ${y}" fill="none" stroke="${ink}" stroke-width="5"/><rect x="486" y="${y - 28}" width="130" height="56" rx="10" fill="#fff" stroke="${ink}" stroke-width="4"/>${label(name, 551, y + 7)}`).join('')}`),
      words: '<p>变压器送来 380 V 的电，配电柜把它分给各条线路，并且看守着它们：</p><ul><li><strong>分配</strong>：一路进，多路出</li><li><strong>控制</strong>：合上、断开每一路</li><li><strong>保护</strong>：短路、过载、漏电时自动断开</li><li><strong>测量</strong>：随时看到电压和电流</li></ul>',
    },
    {
      title: '认识面板',
      picture: () => svg(420, 400, '配电柜面板，五处可以点开', `${group(cabinet({ lamp: 'red', needle: 0.3 }), { x: 100, y: 66 })}${spot(1, '电压表', 140, 84)}${spot(2, '电流表', 284, 84)}${spot(3, '指示灯', 132, 198)}${spot(4, '警告标志', 172, 300)}${spot(5, '门锁与手柄', 312, 260)}`),
      words: '<p>逐个点开图上的编号，看看每个部件的作用。</p><div class="said" aria-live="polite">点开一个编号。</div>',
      play: explore(panel),
    },
    {
      title: '打开柜门看里面',
      picture: () => svg(420, 400, '打开的配电柜，四处可以点开', `${group(cabinet({ open: 1, lamp: 'red', needle: 0.3 }), { x: 100, y: 66 })}<path d="M122 214h176M122 220h176" stroke="${colours.yellow}" stroke-width="5"/><path d="M124 336h172v10h-172z" fill="#7BAA3C"/>${spot(1, '母线', 110, 216)}${spot(2, '断路器', 210, 250)}${spot(3, '出线端子', 266, 312)}${spot(4, '接地排', 138, 352)}`),
      words: '<div class="warn">只有取得许可、断电、验电以后，才能打开柜门。</div><p>点开编号：</p><div class="said" aria-live="polite">点开一个编号。</div>',
      play: explore(inside),
    },
    {
      title: '怎样看状态',
      picture: () => gauge(true),
      words: '<p>切换开关，看指示灯和仪表怎样变化。</p><div class="row"><button type="button" data-closed="yes" aria-pressed="true">合闸</button><button type="button" data-closed="no" aria-pressed="false">分闸</button></div><div class="said" aria-live="polite">合闸：红灯亮，仪表有读数，设备带电。</div>',
      play(main) {
        const buttons = [...main.querySelectorAll('[data-closed]')]
        for (const button of buttons) {
          button.addEventListener('click', () => {
            const closed = button.dataset.closed === 'yes'
            for (const one of buttons) one.setAttribute('aria-pressed', String(one === button))
            main.querySelector('.picture').innerHTML = gauge(closed)
            main.querySelector('.said').textContent = closed ? '合闸：红灯亮，仪表有读数，设备带电。' : '分闸：绿灯亮，仪表回零。但是没有验电之前，仍然按带电对待。'
          })
        }
      },
    },
    {
      title: '站在哪里才安全',
      picture: () => svg(560, 380, '作业人站在遮栏之外，与配电柜保持距离', `
        <path d="M0 336h560" stroke="${ink}" stroke-width="6"/>${group(cabinet({ lamp: 'red', needle: 0.3 }), { x: 40, y: 66, scale: 0.86 })}
        <path d="M270 290h150" stroke="${colours.red}" stroke-width="10"/><path d="M270 290h150" stroke="#fff" stroke-width="10" stroke-dasharray="25 25"/><path d="M270 254v84M420 254v84" stroke="${ink}" stroke-width="8" stroke-linecap="round"/>
        ${group(plate('止步 高压危险', 180), { x: 346, y: 226, scale: 0.8 })}${group(person(), { x: 490, y: 176, scale: 0.72 })}
        <path d="M232 360H418M232 360l12-7M232 360l12 7M418 360l-12-7M418 360l-12 7" stroke="${ink}" stroke-width="3" fill="none"/>${label('不小于 0.7 m', 325, 354, 17)}`),
      words: '<ul><li>巡视时站在遮栏外，不倚靠柜体，不伸手指点带电部分。</li><li>低压裸露带电部分的作业距离小于 0.35 m 时，必须停电或者加绝缘隔板。</li><li>柜前通道保持畅通，不堆放杂物，地面铺绝缘垫。</li></ul><div class="warn">发现冒烟、异响、焦味：离开，报告，不要开门查看。</div>',
    },
  ],
  questions: [
    { id: 'lamp', text: '配电柜上的红灯亮，表示什么？', options: ['设备已经合闸', '设备已经分闸', '设备已经接地', '设备正在检修'], right: [0], why: '红灯亮为合闸，绿灯亮为分闸。' },
    { id: 'functions', text: '低压配电柜有哪些作用？', options: ['分配电能', '在短路和过载时断开', '把 380 V 升高到 10 kV', '测量电压和电流'], right: [0, 1, 3], why: '升高或降低电压是变压器的事。' },
    { id: 'dark', text: '所有指示灯都不亮，下面哪种做法正确？', options: ['说明没有电，可以开门作业', '仍按带电对待，验电以后再作业', '用手背轻触试一试', '先换灯泡再说'], right: [1], why: '灯不亮可能是灯坏了。只有验电能说明没有电。' },
  ],
})
