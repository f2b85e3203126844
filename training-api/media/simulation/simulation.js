// Stands for an external simulation service: the learner puts the steps of a procedure in order, the page scores them and
// reports to the platform the way such a service does.
import { bolt, cabinet, group, person } from './art.js'
import { procedures, sentences } from './words.js'

const query = new URLSearchParams(location.search)
const language = Object.hasOwn(sentences, query.get('language')) ? query.get('language') : 'zh'
const say = (key, values = {}) => sentences[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name])
const escape = (words) => words.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign])

/** The launch as the platform gave it; a section without a request id goes by the id of its simulation. */
const launch = {
  requestId: query.get('testRequestId') || query.get('courseId'),
  learnerId: query.get('userId'),
  ticket: query.get('ticket'),
}
const connected = Boolean(launch.requestId && launch.learnerId && launch.ticket)
const passScore = 60
const startedAt = new Date()
const main = document.querySelector('main')

const pictures = {
  cabinet: group(cabinet({ needle: -0.6 }), { x: 92, y: 38, scale: 0.6 }) + bolt(46, 120, 1.2) + bolt(272, 120, 1.2),
  person: group(person(), { x: 160, y: 68, scale: 0.8 }),
}
const icon = (path) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`
const grip = '<svg class="grip" viewBox="0 0 20 20" aria-hidden="true"><circle cx="7" cy="4" r="1.6"/><circle cx="13" cy="4" r="1.6"/><circle cx="7" cy="10" r="1.6"/><circle cx="13" cy="10" r="1.6"/><circle cx="7" cy="16" r="1.6"/><circle cx="13" cy="16" r="1.6"/></svg>'

async function findProcedure() {
  try {
    const reply = await fetch(`launch?${new URLSearchParams({ requestId: launch.requestId ?? '', ticket: launch.ticket ?? '', simulationId: query.get('courseId') ?? '' })}`)
    const { data } = await reply.json()
    return procedures[data.title] ?? procedures.验电与接地
  } catch {
    return procedures.验电与接地
  }
}

/** A random order that is not the right one already; the same launch always gets the same. */
function shuffled(count) {
  let seed = [...(launch.requestId ?? '7')].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 2147483647, 7)
  const order = [...Array(count).keys()]
  for (let i = count - 1; i > 0; i--) {
    seed = (seed * 48271) % 2147483647
    const j = seed % (i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order.every((step, at) => step === at) ? [...order.slice(1), order[0]] : order
}

/** Points for each step, whole and 100 in all: a step scores when it follows its true predecessor. */
function judge(order) {
  const count = order.length
  return order.map((step, at) => ({
    step,
    points: Math.floor(100 / count) + (step < 100 % count ? 1 : 0),
    right: at === 0 ? step === 0 : order[at - 1] === step - 1,
  }))
}

const shanghai = (moment) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

function run({ steps, title, picture }) {
  let order = shuffled(steps.length)
  let ended = null
  const text = (step) => steps[step][language]

  document.documentElement.lang = language
  document.title = title[language]
  main.innerHTML = `<header class="top"><div><p class="kind">${say('kind')}</p><h1>${escape(title[language])}</h1></div><svg viewBox="0 0 320 240" aria-hidden="true">${pictures[picture]}</svg></header>
    <p class="lead">${say('task')}</p>${connected ? '' : `<p class="news">${say('unconnected')}</p>`}
    <div class="result" hidden tabindex="-1"></div><ol></ol>
    <div class="row"><button type="button" class="press first" id="finish">${say('finish')}</button><span class="time"></span></div>
    <p class="sr" role="status"></p>`
  const list = main.querySelector('ol')
  const status = main.querySelector('[role=status]')

  function draw() {
    list.innerHTML = order.map((step, at) => `<li class="step" data-step="${step}"><button type="button" class="handle" aria-label="${escape(say('handle', { at: at + 1, count: order.length, step: text(step)[1] }))}">${grip}${at + 1}</button>
      <span><span class="point">${escape(text(step)[0])}</span>${escape(text(step)[1])}</span>
      <span class="moves"><button type="button" class="icon" data-by="-1" aria-label="${say('up')}" ${at === 0 ? 'disabled' : ''}>${icon('M12 19V5M6 11l6-6 6 6')}</button><button type="button" class="icon" data-by="1" aria-label="${say('down')}" ${at === order.length - 1 ? 'disabled' : ''}>${icon('M12 5v14M6 13l6 6 6-6')}</button></span></li>`).join('')
  }

  /** Moves the step at a place by so many places; the focus stays on what was pressed. */
  function move(from, by, focus) {
    const to = from + by
    if (to < 0 || to >= order.length) return
    const [step] = order.splice(from, 1)
    order.splice(to, 0, step)
    draw()
    status.textContent = say('moved', { step: text(step)[1], at: to + 1 })
    const row = list.children[to]
    const wanted = row.querySelector(focus)
    ;(wanted.disabled ? row.querySelector('.handle') : wanted).focus()
  }

  const placeOf = (element) => [...list.children].indexOf(element.closest('.step'))
  list.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-by]')
    if (button) move(placeOf(button), Number(button.dataset.by), `[data-by="${button.dataset.by}"]`)
  })
  list.addEventListener('keydown', (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!by || ended || !event.target.matches('.handle')) return
    event.preventDefault()
    move(placeOf(event.target), by, '.handle')
  })

  list.addEventListener('pointerdown', (event) => {
    const handle = event.target.closest('.handle')
    if (!handle || ended || event.button !== 0) return
    const row = handle.closest('.step')
    let grabbedAt = event.clientY
    row.classList.add('moving')
    handle.setPointerCapture(event.pointerId)
    const follow = ({ clientY }) => {
      let distance = clientY - grabbedAt
      const next = distance > 0 ? row.nextElementSibling : row.previousElementSibling
      if (next && Math.abs(distance) > next.offsetHeight / 2 + 8) {
        const before = row.offsetTop
        if (distance > 0) next.after(row)
        else next.before(row)
        handle.setPointerCapture(event.pointerId)
        grabbedAt += row.offsetTop - before
        distance = clientY - grabbedAt
      }
      row.style.transform = `translateY(${distance}px)`
    }
    const drop = () => {
      handle.removeEventListener('pointermove', follow)
      order = [...list.children].map((one) => Number(one.dataset.step))
      const step = Number(row.dataset.step)
      draw()
      status.textContent = say('moved', { step: text(step)[1], at: order.indexOf(step) + 1 })
    }
    handle.addEventListener('pointermove', follow)
    handle.addEventListener('pointerup', drop, { once: true })
    handle.addEventListener('pointercancel', drop, { once: true })
  })

  const clock = setInterval(showTime, 1000)
  function showTime() {
    const seconds = Math.floor((Date.now() - startedAt) / 1000)
    main.querySelector('.time').textContent = `${say('time')} ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }

  async function send(report) {
    const news = main.querySelector('.result .news')
    const buttons = main.querySelector('.result .row')
    const tell = (state) => {
      ended = state
      news.className = `news ${state}`
      news.textContent = say(state)
      buttons.innerHTML = state === 'failed' ? `<button type="button" class="press first" id="retry">${say('retry')}</button>` : state === 'sending' ? '' : `<button type="button" class="press" id="close">${say('close')}</button>`
      buttons.querySelector('#retry')?.addEventListener('click', () => send(report))
      buttons.querySelector('#close')?.addEventListener('click', () => close())
    }
    tell('sending')
    try {
      const reply = await fetch('/train/examPlan/simulationExamResult', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
        keepalive: true,
      })
      const { code } = await reply.json()
      tell(code === 0 ? 'sent' : reply.status >= 500 ? 'failed' : 'refused')
    } catch {
      tell('failed')
    }
  }

  function finish() {
    clearInterval(clock)
    const judged = judge(order)
    const score = judged.reduce((sum, { points, right }) => sum + (right ? points : 0), 0)
    ended = connected ? 'sending' : 'unconnected'
    main.querySelector('#finish').parentElement.hidden = true
    judged.forEach(({ step, right }, at) => {
      const row = list.children[at]
      row.classList.add(right ? 'right' : 'wrong')
      row.querySelector('.moves').remove()
      row.querySelector('.handle').disabled = true
      row.insertAdjacentHTML('beforeend', `<span class="verdict">${right ? `✓ ${say('right')}` : `✗ ${say('wrong')}${step === at ? '' : ` · ${say('shouldBe', { at: step + 1 })}`}`}</span>`)
    })
    const result = main.querySelector('.result')
    result.hidden = false
    result.innerHTML = `<strong class="${score >= passScore ? 'passed' : 'failed'}">${say('score', { score })}</strong><p>${say(score === 100 ? 'perfect' : score >= passScore ? 'good' : 'poor')}</p><p class="news" role="status">${say('unconnected')}</p><div class="row"></div>`
    result.focus()
    scrollTo(0, 0)
    if (!connected) {
      result.querySelector('.row').innerHTML = `<button type="button" class="press" id="again">${say('again')}</button>`
      result.querySelector('#again').addEventListener('click', () => location.reload())
      return
    }
    send({
      testRequestId: launch.requestId,
      userId: launch.learnerId,
      ticket: launch.ticket,
      totalScore: score,
      startTime: shanghai(startedAt),
      endTime: shanghai(new Date()),
      objectList: judged.toSorted((a, b) => a.step - b.step).map(({ step, points, right }) => ({
        teachingPointName: steps[step].zh[0],
        taskName: steps[step].zh[1],
        taskScore: right ? points : 0,
        taskIsPassed: right ? '1' : '0',
      })),
    })
  }

  main.querySelector('#finish').addEventListener('click', finish)
  addEventListener('beforeunload', (event) => {
    if (ended === 'sending' || ended === 'failed') event.preventDefault()
  })
  draw()
  showTime()
}

run(await findProcedure())
