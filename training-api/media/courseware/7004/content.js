import { colours, group, ink, person, plate, text } from './art.js'
import { runLesson } from './lesson.js'

const svg = (width, height, name, body) => `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">${body}</svg>`
const label = (words, x, y, size = 20, anchor = 'middle') => text(words, x, y, { size, anchor })

const parts = { line: '电源侧刀开关', load: '负荷侧刀开关', breaker: '断路器' }

/** One outgoing line: source, two knife switches, breaker, motor; what carries voltage is drawn in red. */
function circuit(closed) {
  const live = (...before) => (before.every((name) => closed[name]) ? colours.red : colours.steel)
  const knife = (y, name, colour, below) => `<path d="M150 ${y - 34}v20" stroke="${colour}" stroke-width="7"/><circle cx="150" cy="${y - 10}" r="6" fill="${ink}"/><circle cx="150" cy="${y + 34}" r="6" fill="${ink}"/>
    <path d="M150 ${y + 34}L${closed[name] ? 150 : 186} ${closed[name] ? y - 10 : y - 4}" stroke="${closed[name] ? below : ink}" stroke-width="7" stroke-linecap="round"/><path d="M150 ${y + 40}v20" stroke="${below}" stroke-width="7"/>${label(parts[name], 210, y + 20, 20, 'start')}`
  return svg(420, 400, `一条出线：${Object.entries(parts).map(([name, words]) => `${words}${closed[name] ? '合' : '分'}`).join('，')}`, `
    <path d="M60 34h200" stroke="${colours.red}" stroke-width="9"/>${label('母线 380 V', 340, 42)}<path d="M150 34v24" stroke="${colours.red}" stroke-width="7"/>
    ${knife(90, 'line', colours.red, live('line'))}
    <path d="M150 150v14" stroke="${live('line')}" stroke-width="7"/><rect x="122" y="164" width="56" height="62" rx="6" fill="${closed.breaker ? colours.red : '#fff'}" stroke="${ink}" stroke-width="5"/>${label(closed.breaker ? '合' : '分', 150, 204, 24)}${label(parts.breaker, 210, 202, 20, 'start')}
    <path d="M150 226v18" stroke="${live('line', 'breaker')}" stroke-width="7"/>
    ${knife(276, 'load', live('line', 'breaker'), live('line', 'breaker', 'load'))}
    <circle cx="150" cy="362" r="28" fill="#fff" stroke="${live('line', 'breaker', 'load')}" stroke-width="6"/>${label('M', 150, 371, 26)}${label(live('line', 'breaker', 'load') === colours.red ? '电动机 运转' : '电动机 停', 210, 370, 20, 'start')}`)
}

/** A page on which the three switches are pressed in the right order. */
const exercise = (order, start, told) => ({
  picture: () => circuit(start),
  words: `<p>${told}</p><div class="row">${Object.entries(parts).map(([name, words]) => `<button type="button" data-part="${name}">${words}</button>`).join('')}<button type="button" data-part="reset">重来</button></div><div class="said" aria-live="polite">按下第一步要操作的开关。</div>`,
  play(main) {
    let state = { ...start }
    let step = 0
    const say = (words) => { main.querySelector('.said').textContent = words }
    const draw = () => { main.querySelector('.picture').innerHTML = circuit(state) }
    main.addEventListener('click', ({ target }) => {
      const name = target.closest?.('[data-part]')?.dataset.part
      if (!name || !main.contains(target)) return
      if (name === 'reset') {
        state = { ...start }
        step = 0
        draw()
        return say('按下第一步要操作的开关。')
      }
      if (step === order.length) return say('已经全部完成，可以按“重来”再练一遍。')
      if (order[step] !== name) return say(name === 'breaker' || state.breaker === false ? `顺序不对：这一步应当操作${parts[order[step]]}。` : '危险！带负荷操作刀开关会产生电弧。刀开关没有灭弧能力，必须先断开断路器。')
      state[name] = !state[name]
      step += 1
      draw()
      return say(step === order.length ? '三步全部正确！' : `第 ${step} 步正确：${state[name] ? '合上' : '断开'}${parts[name]}。接着做第 ${step + 1} 步。`)
    })
  },
})

runLesson({
  title: '倒闸操作流程',
  passScore: 80,
  pages: [
    {
      title: '什么是倒闸操作',
      picture: () => svg(560, 330, '设备的四种状态：运行、热备用、冷备用、检修', ['运行', '热备用', '冷备用', '检修'].map((name, i) => `
        <rect x="${14 + i * 138}" y="96" width="118" height="120" rx="12" fill="${['#fbe9e1', '#fbf0da', '#e8f0fb', '#dff3ea'][i]}" stroke="${ink}" stroke-width="4"/>${label(name, 73 + i * 138, 140, 24)}
        ${label(['开关合', '断路器分', '刀开关分', '已接地'][i], 73 + i * 138, 180, 17)}
        ${i < 3 ? `<path d="M${134 + i * 138} 146h14M${134 + i * 138} 166h14" stroke="${ink}" stroke-width="4"/>` : ''}`).join('') + label('停电 →', 280, 60, 22) + label('← 送电', 280, 270, 22)),
      words: '<p>把设备从一种状态转换到另一种状态的操作，叫做倒闸操作。设备有四种状态：</p><ul><li><strong>运行</strong>：断路器、刀开关都合上</li><li><strong>热备用</strong>：断路器断开，刀开关合上</li><li><strong>冷备用</strong>：断路器、刀开关都断开</li><li><strong>检修</strong>：断开以后，又验电、接地、挂牌</li></ul>',
    },
    { title: '停电：先断路器，后刀开关', ...exercise(['breaker', 'load', 'line'], { line: true, load: true, breaker: true }, '断路器能够灭弧，所以最先断开；然后拉开负荷侧刀开关，最后拉开电源侧。按正确的顺序操作：') },
    { title: '送电：顺序相反', ...exercise(['line', 'load', 'breaker'], { line: false, load: false, breaker: false }, '送电时先合电源侧刀开关，再合负荷侧刀开关，最后合断路器。按正确的顺序操作：') },
    {
      title: '两个人，五个动作',
      picture: () => svg(560, 360, '监护人唱票，操作人复诵', `<path d="M0 330h560" stroke="${ink}" stroke-width="6"/>
        ${group(person({ coat: '#6C8FB8', helmet: colours.red }), { x: 150, y: 170, scale: 0.72 })}${group(person(), { x: 410, y: 170, scale: 0.72 })}
        <path d="M60 30h190a12 12 0 0 1 12 12v44a12 12 0 0 1-12 12h-70l-20 26-4-26H60a12 12 0 0 1-12-12V42a12 12 0 0 1 12-12z" fill="#fff" stroke="${ink}" stroke-width="4"/>${label('断开 203 断路器', 155, 72, 21)}
        <path d="M318 30h190a12 12 0 0 1 12 12v44a12 12 0 0 1-12 12h-84l-16 26-8-26h-82a12 12 0 0 1-12-12V42a12 12 0 0 1 12-12z" fill="#fff" stroke="${ink}" stroke-width="4"/>${label('断开 203 断路器', 413, 72, 21)}
        ${label('监护人', 150, 352, 18)}${label('操作人', 410, 352, 18)}`),
      words: '<ol><li><strong>核对</strong>：设备名称和编号与操作票一致</li><li><strong>唱票</strong>：监护人读出这一步</li><li><strong>复诵</strong>：操作人手指设备，重复一遍</li><li><strong>执行</strong>：监护人说“对，执行”，操作人才动手</li><li><strong>打勾</strong>：检查无误，在票上打勾，再做下一步</li></ol><div class="warn">有疑问就停下。不许跳步，不许凭记忆操作。</div>',
    },
    {
      title: '操作以后：挂牌、上锁、验电、接地',
      picture: () => svg(560, 330, '断开的开关上挂着标示牌和锁', `
        <rect x="150" y="40" width="260" height="250" rx="12" fill="#fff" stroke="${ink}" stroke-width="6"/><rect x="230" y="80" width="100" height="120" rx="10" fill="#e8f0f8" stroke="${ink}" stroke-width="4"/><rect x="262" y="146" width="36" height="44" rx="6" fill="${ink}"/>${label('分', 280, 120, 26)}
        <path d="M336 176v-16a17 17 0 0 1 34 0v16" fill="none" stroke="${ink}" stroke-width="6"/><rect x="326" y="176" width="54" height="42" rx="6" fill="${colours.yellow}" stroke="${ink}" stroke-width="4"/>
        ${group(plate('禁止合闸 有人工作', 226), { x: 280, y: 252 })}`),
      words: '<ul><li>在操作过的每个开关上挂“禁止合闸，有人工作”，并且上锁。</li><li>钥匙由工作负责人保管。</li><li>在作业点逐相验电，验明无电后立即接地。</li><li>向许可人汇报，办理开工。</li></ul>',
    },
  ],
  questions: [
    { id: 'first', text: '停电时，最先操作哪一个？', options: ['电源侧刀开关', '负荷侧刀开关', '断路器', '接地线'], right: [2], why: '只有断路器能够切断负荷电流。' },
    { id: 'order', text: '送电的正确顺序是哪一个？', options: ['断路器、负荷侧、电源侧', '电源侧、负荷侧、断路器', '负荷侧、电源侧、断路器', '电源侧、断路器、负荷侧'], right: [1], why: '送电从电源侧开始，断路器最后合。' },
    { id: 'why', text: '为什么不能带负荷拉刀开关？', options: ['刀开关没有灭弧能力', '刀开关太重', '会产生电弧，造成灼伤和短路', '会使电压升高一倍'], right: [0, 2], why: '刀开关不能灭弧，拉开负荷电流时电弧会烧伤人并引起短路。' },
    { id: 'alone', text: '一个熟练的电工可以独自进行倒闸操作。', options: ['正确', '错误'], right: [1], why: '倒闸操作由两人进行，一人监护，一人操作。' },
    { id: 'doubt', text: '操作中发现设备编号与操作票不符，应当怎么办？', options: ['按现场编号操作', '按操作票操作', '停止操作，查明原因', '做完再报告'], right: [2], why: '有疑问立即停止，查明以后再继续。' },
  ],
})
