// Shows a lesson: pages one after another, then a quiz, and reports where the learner is and how it went.
import { openSession } from './scorm.js'

const escape = (words) => words.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign])
const same = (a, b) => a.length === b.length && a.every((value) => b.includes(value))

/**
 * Runs a lesson: `title`, `passScore` (0 to 100), `pages` of `{ title, picture, words, play? }` and `questions` of
 * `{ id, text, options, right, why }`, where `right` lists the places of the right options.
 */
export function runLesson({ title, passScore, pages, questions }) {
  const session = openSession()
  const last = pages.length
  const { seen = [], best = null, attempts = 0 } = session.state
  const memory = { seen: new Set(seen), best, attempts }
  let at = Math.min(last, Math.max(0, Number.parseInt(session.location, 10) || 0))
  const $ = (selector) => document.querySelector(selector)

  document.body.innerHTML = `<header><h1>${escape(title)}</h1><div class="bar" role="progressbar" aria-label="学习进度" aria-valuemin="0" aria-valuemax="100"><i></i></div><span class="count"></span></header>
    <main></main><footer><button type="button" id="back">上一页</button><span class="grow"></span><button type="button" class="first" id="on">下一页</button></footer>`

  const progress = () => memory.seen.size / (last + 1)
  const passed = () => memory.best !== null && memory.best >= passScore

  function report(extra = {}) {
    session.report({
      location: String(at),
      state: { seen: [...memory.seen], best: memory.best, attempts: memory.attempts },
      progress: passed() ? 1 : Math.min(0.99, progress()),
      ...extra,
    })
  }

  function showPage() {
    const { title: heading, picture, words, play } = pages[at]
    $('main').className = 'split'
    $('main').innerHTML = `<div class="picture">${picture()}</div><div class="words"><h2 tabindex="-1">${escape(heading)}</h2>${words}</div>`
    play?.($('main'))
  }

  function showQuiz() {
    const before = memory.best === null ? '' : `<p>最好成绩：${memory.best} 分${passed() ? '，已通过' : `，${passScore} 分通过`}</p>`
    $('main').className = ''
    $('main').innerHTML = `<div class="words"><h2 tabindex="-1">小测验</h2><p>共 ${questions.length} 题，${passScore} 分通过，可以重做。</p>${before}</div>
      <form class="words">${questions.map(({ id, text, options, right }, number) => `<fieldset data-id="${id}"><legend>${number + 1}. ${escape(text)}${right.length > 1 ? '（多选）' : ''}</legend>
      ${options.map((option, place) => `<label class="option"><input type="${right.length > 1 ? 'checkbox' : 'radio'}" name="${id}" value="${place}"><span>${escape(option)}</span></label>`).join('')}</fieldset>`).join('')}
      <p class="offline" role="alert"></p><div class="row"><button class="first">提交</button></div></form>`
    $('form').addEventListener('submit', (event) => {
      event.preventDefault()
      judge(event.target)
    })
  }

  function judge(form) {
    const given = questions.map(({ id }) => [...form.querySelectorAll(`[name="${id}"]:checked`)].map((input) => Number(input.value)))
    const open = given.findIndex((places) => places.length === 0)
    if (open >= 0) {
      form.querySelector('[role=alert]').textContent = `第 ${open + 1} 题还没有作答。`
      form.querySelectorAll('fieldset')[open].querySelector('input').focus()
      return
    }
    const correct = questions.map(({ right }, index) => same(given[index], right))
    const score = Math.round((correct.filter(Boolean).length / questions.length) * 100)
    memory.attempts += 1
    memory.best = Math.max(score, memory.best ?? 0)
    memory.seen.add(last)
    const letters = (places) => places.map((place) => 'abcdefgh'[place])
    report({
      result: { score: memory.best, passed: passed() },
      answers: questions.map(({ id, right }, index) => ({
        id: `${id}-${memory.attempts}`,
        type: 'choice',
        given: letters(given[index]),
        right: letters(right),
        correct: correct[index],
      })),
    })
    form.querySelector('.row').remove()
    form.querySelector('[role=alert]').textContent = ''
    form.querySelectorAll('fieldset').forEach((field, index) => {
      field.disabled = true
      field.insertAdjacentHTML('beforeend', `<p class="verdict ${correct[index] ? 'right' : 'wrong'}">${correct[index] ? '✓ 回答正确。' : '✗ 回答错误。'}${escape(questions[index].why)}</p>`)
    })
    form.insertAdjacentHTML('afterbegin', `<div class="score" tabindex="-1"><strong>${score}</strong><span>${score >= passScore ? '通过了，可以继续学习下一节。' : `还差一点，${passScore} 分通过。看看解析，再做一次。`}</span></div>`)
    form.insertAdjacentHTML('beforeend', '<div class="row"><button type="button" id="again">再做一次</button></div>')
    form.querySelector('#again').addEventListener('click', () => { showQuiz(); $('h2').focus() })
    form.querySelector('.score').focus()
    drawFrame()
  }

  function drawFrame() {
    const percent = Math.round((passed() ? 1 : progress()) * 100)
    $('.bar').setAttribute('aria-valuenow', String(percent))
    $('.bar i').style.width = `${percent}%`
    $('.count').textContent = `${at + 1} / ${last + 1}`
    $('#back').disabled = at === 0
    $('#on').hidden = at === last
    $('#on').textContent = at === last - 1 ? '做小测验' : '下一页'
  }

  function show(focus) {
    if (at < last) {
      memory.seen.add(at)
      showPage()
    } else showQuiz()
    if (!session.connected) $('.words').insertAdjacentHTML('beforeend', '<p class="offline">没有连接到学习平台：可以浏览，但不会记录进度和成绩。</p>')
    drawFrame()
    if (focus) {
      scrollTo(0, 0)
      $('h2').focus()
    }
    report()
  }

  $('#back').addEventListener('click', () => { at -= 1; show(true) })
  $('#on').addEventListener('click', () => { at += 1; show(true) })
  addEventListener('pagehide', () => session.close({ finished: passed() }))
  // A page that comes back from the browser's memory has closed its session: begin a new one.
  addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
  show(false)
}
