/*! A small wrapper around SCORM 1.2 and SCORM 2004. Copyright Trainhall contributors, MIT licence. */

const names = {
  '1.2': {
    begin: 'LMSInitialize', get: 'LMSGetValue', set: 'LMSSetValue', commit: 'LMSCommit', end: 'LMSFinish',
    location: 'cmi.core.lesson_location', state: 'cmi.suspend_data', score: 'cmi.core.score', entry: 'cmi.core.entry',
    exit: 'cmi.core.exit', time: 'cmi.core.session_time', learner: 'cmi.core.student_name',
  },
  2004: {
    begin: 'Initialize', get: 'GetValue', set: 'SetValue', commit: 'Commit', end: 'Terminate',
    location: 'cmi.location', state: 'cmi.suspend_data', score: 'cmi.score', entry: 'cmi.entry',
    exit: 'cmi.exit', time: 'cmi.session_time', learner: 'cmi.learner_name',
  },
}

function apiAbove(start) {
  let frame = start
  for (let level = 0; level < 8; level++) {
    try {
      if (frame.API_1484_11) return { version: '2004', api: frame.API_1484_11 }
      if (frame.API) return { version: '1.2', api: frame.API }
    } catch {
      return null
    }
    if (frame.parent === frame) return null
    frame = frame.parent
  }
  return null
}

const two = (number) => String(number).padStart(2, '0')

/** Time of a session as the version writes it: `PT1M5S` in 2004, `0000:01:05.00` in 1.2. */
function sessionTime(version, seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)]
  return version === '2004' ? `PT${hours}H${minutes}M${rest}S` : `${String(hours).padStart(4, '0')}:${two(minutes)}:${two(rest)}.00`
}

/** Opens the session with whatever platform runs the lesson; without one the lesson works and nothing is kept. */
export function openSession() {
  const found = apiAbove(window) ?? (window.opener ? apiAbove(window.opener) : null)
  if (!found) return { connected: false, location: '', state: {}, learner: '', report() {}, close() {} }
  const { version, api } = found
  const name = names[version]
  const began = Date.now()
  let open = String(api[name.begin]('')) === 'true'
  const get = (element) => String(api[name.get](element) ?? '')
  const set = (element, value) => api[name.set](element, String(value))

  const status = () => (version === '2004' ? get('cmi.completion_status') : get('cmi.core.lesson_status'))
  if (['', 'unknown', 'not attempted'].includes(status())) {
    set(version === '2004' ? 'cmi.completion_status' : 'cmi.core.lesson_status', 'incomplete')
  }

  let state = {}
  try {
    state = JSON.parse(get(name.state) || '{}')
  } catch {
    state = {}
  }

  function setResult({ score, passed }) {
    set(`${name.score}.min`, 0)
    set(`${name.score}.max`, 100)
    set(`${name.score}.raw`, score)
    if (version === '2004') {
      set('cmi.score.scaled', score / 100)
      set('cmi.completion_status', 'completed')
      set('cmi.success_status', passed ? 'passed' : 'failed')
    } else set('cmi.core.lesson_status', passed ? 'passed' : 'failed')
  }

  function setAnswers(answers) {
    for (const { id, type, given, right, correct } of answers) {
      const index = get('cmi.interactions._count') || '0'
      const at = `cmi.interactions.${index}`
      const list = (places) => places.join(version === '2004' ? '[,]' : ',')
      set(`${at}.id`, id)
      set(`${at}.type`, type)
      set(`${at}.${version === '2004' ? 'learner_response' : 'student_response'}`, list(given))
      set(`${at}.correct_responses.0.pattern`, list(right))
      set(`${at}.result`, correct ? 'correct' : version === '2004' ? 'incorrect' : 'wrong')
    }
  }

  return {
    connected: open,
    location: get(name.location),
    state,
    learner: get(name.learner),
    /** Tells where the learner is, what to remember, how far the lesson is (0 to 1) and, once there is one, the result. */
    report({ location, state: remembered, progress, result, answers }) {
      if (!open) return
      set(name.location, location)
      set(name.state, JSON.stringify(remembered))
      if (version === '2004') set('cmi.progress_measure', progress.toFixed(2))
      if (answers) setAnswers(answers)
      if (result) setResult(result)
      api[name.commit]('')
    },
    /** Ends the session; an unfinished lesson is suspended, so that it goes on where it was left. */
    close({ finished }) {
      if (!open) return
      open = false
      set(name.time, sessionTime(version, (Date.now() - began) / 1000))
      set(name.exit, finished ? (version === '2004' ? 'normal' : '') : 'suspend')
      api[name.commit]('')
      api[name.end]('')
    },
  }
}
