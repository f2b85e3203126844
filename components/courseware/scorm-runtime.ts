import { isBelowMastery, isElement, type Cmi, type CoursewareStandard, type LaunchItem } from '@/lib/domain/courseware'

type Told = {
  /** The package has these values now. */
  onValues: (cmi: Cmi, how: { finished: boolean; soon: boolean }) => void
  /** The package did something. */
  onTouch: () => void
  /** A part has ended and asks to go somewhere (2004), `_none_` for nowhere. */
  onEnd: (request: string) => void
}
type Given = {
  item: LaunchItem
  cmi: Cmi
  finished: boolean
  learner: { id: string; name: string }
  neighbours: { next: boolean; previous: boolean }
  /** Whether the part of this name is there to be gone to, by a choice or a jump (2004). */
  mayGo: (how: string, id: string) => boolean
} & Told

type OldApi = InstanceType<typeof import('scorm-again/scorm12/min').Scorm12API>
type NewApi = InstanceType<typeof import('scorm-again/scorm2004/min').Scorm2004API>
type Call = (...given: string[]) => string

/** What belongs to one session only, or to us, and is never loaded again. */
const transient = /^cmi\.(?:core\.)?(?:exit|session_time|entry|student_id|student_name|learner_id|learner_name|credit|lesson_mode|mode)$|^cmi\.(?:launch_data|max_time_allowed|time_limit_action|completion_threshold|scaled_passing_score|student_data)|^adl\.|\._|\.(?:_children|_count)$/
const targetAsked = /^adl\.nav\.request_valid\.(choice|jump)\.\{target=([^}]+)\}$/
const quiet = { autocommit: false, lmsCommitUrl: false, logLevel: 5, dataCommitFormat: 'flattened', renderCommonCommitFields: false, alwaysSendTotalTime: true } as const

/** Both names under which packages look for the platform. */
export type ApiWindow = { API?: Record<string, Call>; API_1484_11?: Record<string, Call> }

/** Puts the runtime of a standard where packages look for it; gives back how it is taken away again. */
export async function exposeRuntime(target: ApiWindow, standard: CoursewareStandard, given: Given): Promise<() => void> {
  const own: ApiWindow = { ...(standard === 'scorm2004' ? {} : { API: await oldApi(given) }), ...(standard === 'scorm12' ? {} : { API_1484_11: await newApi(given) }) }
  Object.assign(target, own)
  return () => {
    // Another part's runtime may have come in the meantime.
    if (target.API === own.API) delete target.API
    if (target.API_1484_11 === own.API_1484_11) delete target.API_1484_11
  }
}

const remembered = (cmi: Cmi) => Object.fromEntries(Object.entries(cmi).filter(([name]) => !transient.test(name)))

/** Values as they are kept: texts of the data model. */
function texts(flat: object): Cmi {
  return Object.fromEntries(Object.entries(flat).flatMap(([name, value]): [string, string][] => (isElement(name) && (typeof value === 'string' || typeof value === 'number') ? [[name, String(value)]] : [])))
}

/**
 * Loads what is kept. A value that the runtime refuses (another version of the data model said it, or another edition of the package) is
 * left out: it is no reason not to open.
 */
function load(api: OldApi | NewApi, values: Cmi): void {
  try {
    api.loadFromFlattenedJSON(values)
  } catch {
    for (const [name, value] of Object.entries(values)) {
      try {
        api.loadFromFlattenedJSON({ [name]: value })
      } catch {
        // The others may still be taken.
      }
    }
  }
}

/** The objectives that a part begins with; what it has made of them since, or called otherwise, is kept with the rest. */
function objectivesOf({ objectives = [] }: LaunchItem, cmi: Cmi): Cmi {
  if (Object.keys(cmi).some((name) => name.startsWith('cmi.objectives.'))) return {}
  return Object.fromEntries(objectives.map((name, at) => [`cmi.objectives.${at}.id`, name]))
}

function isResumed(cmi: Cmi): boolean {
  return ['cmi.core.lesson_location', 'cmi.location', 'cmi.suspend_data'].some((name) => cmi[name]) || ['cmi.core.exit', 'cmi.exit'].some((name) => cmi[name] === 'suspend')
}

async function oldApi(given: Given): Promise<Record<string, Call>> {
  const { Scorm12API } = await import('scorm-again/scorm12/min')
  const { item, learner } = given
  const make = (cmi: Cmi): OldApi => {
    const api = new Scorm12API({ ...quiet, mastery_override: false })
    load(api, {
      ...remembered(cmi), 'cmi.core.student_id': learner.id, 'cmi.core.student_name': learner.name, 'cmi.core.credit': 'credit', 'cmi.core.lesson_mode': 'normal',
      'cmi.core.entry': isResumed(cmi) ? 'resume' : Object.keys(cmi).length === 0 ? 'ab-initio' : '', 'cmi.launch_data': item.launchData,
      ...(item.masteryScore === null ? {} : { 'cmi.student_data.mastery_score': String(item.masteryScore) }),
      ...(item.maxTime ? { 'cmi.student_data.max_time_allowed': item.maxTime } : {}), ...(item.timeLimitAction ? { 'cmi.student_data.time_limit_action': item.timeLimitAction } : {}),
    })
    return api
  }
  // What has ended as 2004 has not as 1.2, where an end alone completes a part.
  const finished = given.finished && Object.keys(given.cmi).some((name) => name.startsWith('cmi.core.'))
  const calls = speaking({ ...given, finished }, make, {
    begin: 'LMSInitialize', end: 'LMSFinish', get: 'LMSGetValue', set: 'LMSSetValue', commit: 'LMSCommit', error: 'LMSGetLastError', text: 'LMSGetErrorString', diagnostic: 'LMSGetDiagnostic',
  }, () => '_none_')
  const { masteryScore } = item
  if (masteryScore === null) return calls
  return {
    ...calls,
    LMSFinish: (text = '') => {
      const score = Object.fromEntries(['raw', 'min', 'max'].map((what) => [`cmi.core.score.${what}`, calls.LMSGetValue?.(`cmi.core.score.${what}`) ?? '']))
      // The library compares points with the mastery score whatever they are out of; a part is judged by one rule while it runs and as it ends.
      const isBelow = isBelowMastery(score, masteryScore)
      if (isBelow !== null) calls.LMSSetValue?.('cmi.core.lesson_status', isBelow ? 'failed' : 'passed')
      return calls.LMSFinish?.(text) ?? 'false'
    },
  }
}

async function newApi(given: Given): Promise<Record<string, Call>> {
  const { Scorm2004API } = await import('scorm-again/scorm2004/min')
  const { item, learner, neighbours, mayGo } = given
  const make = (cmi: Cmi): NewApi => {
    const api = new Scorm2004API(quiet)
    load(api, {
      ...objectivesOf(item, cmi), ...remembered(cmi), 'cmi.learner_id': learner.id, 'cmi.learner_name': learner.name, 'cmi.credit': 'credit', 'cmi.mode': 'normal',
      'cmi.entry': isResumed(cmi) ? 'resume' : Object.keys(cmi).length === 0 ? 'ab-initio' : '', ...(item.launchData ? { 'cmi.launch_data': item.launchData } : {}),
      ...(item.completionThreshold === null ? {} : { 'cmi.completion_threshold': String(item.completionThreshold) }),
      ...(item.passingScore === null ? {} : { 'cmi.scaled_passing_score': String(item.passingScore) }),
      ...(item.maxTime ? { 'cmi.max_time_allowed': item.maxTime } : {}), ...(item.timeLimitAction ? { 'cmi.time_limit_action': item.timeLimitAction } : {}),
    })
    api.adl.nav.request_valid.continue = String(neighbours.next)
    api.adl.nav.request_valid.previous = String(neighbours.previous)
    return api
  }
  const calls = speaking(given, make, {
    begin: 'Initialize', end: 'Terminate', get: 'GetValue', set: 'SetValue', commit: 'Commit', error: 'GetLastError', text: 'GetErrorString', diagnostic: 'GetDiagnostic',
  }, (api) => String((api as NewApi).adl.nav.request || '_none_'))
  return {
    ...calls,
    GetValue: (name = '') => {
      const said = calls.GetValue?.(name) ?? ''
      const [, how, id] = targetAsked.exec(name) ?? []
      // The library knows no parts, and would deny them all; what it has no answer to is an error of its own.
      return said && how && id ? String(mayGo(how, id)) : said
    },
  }
}

type Names = Record<'begin' | 'end' | 'get' | 'set' | 'commit' | 'error' | 'text' | 'diagnostic', string>

/** The functions a package calls, by the names of its version: answered from memory at once, and told on. */
function speaking(given: Given, make: (cmi: Cmi) => OldApi | NewApi, names: Names, wishOf: (api: OldApi | NewApi) => string): Record<string, Call> {
  let known = given.cmi
  let api = make(known)
  let finished = given.finished
  const call = (name: string, ...args: string[]) => String((api as unknown as Record<string, Call>)[name]?.(...args))
  let isToNote = false
  const note = (soon: boolean) => {
    isToNote = false
    known = { ...known, ...texts(api.renderCommitCMI(true)) }
    given.onValues(known, { finished, soon })
  }
  /** All values are written out for each note: packages that say hundreds in one breath are noted once for it. */
  const noteAfterBreath = () => {
    if (isToNote) return
    isToNote = true
    queueMicrotask(() => isToNote && note(false))
  }
  return {
    [names.begin]: (text = '') => {
      given.onTouch()
      // Pages of one part that each begin and end a session of their own go on where the last one ended.
      if (api.isTerminated()) api = make(known)
      return call(names.begin, text)
    },
    [names.get]: (name) => call(names.get, name),
    [names.set]: (name, value) => {
      const done = call(names.set, name, String(value))
      given.onTouch()
      if (done === 'true') noteAfterBreath()
      return done
    },
    [names.commit]: (text = '') => {
      const done = call(names.commit, text)
      if (done === 'true') note(true)
      return done
    },
    [names.end]: (text = '') => {
      const wish = wishOf(api)
      const done = call(names.end, text)
      if (done === 'true') {
        finished = true
        note(true)
        given.onEnd(wish)
      }
      return done
    },
    [names.error]: () => call(names.error),
    [names.text]: (code) => call(names.text, code),
    [names.diagnostic]: (code) => call(names.diagnostic, code),
  }
}
