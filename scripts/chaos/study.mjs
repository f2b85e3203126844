// Learners study while the training API is killed again and again; what it acknowledged must be there afterwards, and once.
import { setTimeout as pause } from 'node:timers/promises'
import { Cut, embeddedStage, lateSentence } from '../../training-api/tests/answer-kill-stage.ts'
import { demoAccount, demoLearners } from '../lib/demo-world.mjs'
import { Refusal } from '../lib/refusal.mjs'
import { freshId, platformOf } from './calls.mjs'
import { newRow } from './loop.mjs'
import { randomOf } from './random.mjs'
import { missingOf, readStudyRows, rowsAgainst } from './study-oracle.mjs'
import { judgeTotals } from './totals.mjs'

const patienceMs = 60_000
/** More than a second, which is the least that a beat counts. */
const restMs = 1_100

/** A place where somebody may study: the first open video or document of a course they have begun. */
async function openPlace(platform) {
  const mine = await platform.get('train/web/getMyWebCourseBySort', { i: 1, current: 1, size: 20, total: 0 })
  for (const { id } of mine.records) {
    const chapters = await platform.get('train/app/courseChapter/selectChapterSectionByCourseId', { courseId: id })
    for (const chapter of chapters) {
      for (const section of chapter.chapterSectionList) {
        if (section.contentType === 1 && section.knityn === 0 && section.sectionStudy) return { curriculumId: id, chapterId: chapter.id, sectionId: section.id, resourceId: section.sectionStudy.resourceId, contentType: 1 }
      }
    }
  }
  return null
}

/** The answer of a call that is made until there is one, and the seconds it took since a moment; null when it takes longer than one waits. */
async function insisted(call, since) {
  while (performance.now() < since + patienceMs) {
    try {
      return { answer: await call(), seconds: (performance.now() - since) / 1000 }
    } catch (error) {
      if (!(error instanceof Cut)) throw error
      await pause(100)
    }
  }
  return null
}

/** A learner at a place. What nobody heard of is sent again under its number; `acked` keeps what was acknowledged. */
class Student {
  reports = 0
  acked = { seq: 0, visitSeconds: 0, position: 0, positionSeq: 0 }
  #seq = 1
  #position = 1
  #firstSeq = Date.now()

  constructor({ platform, place, random }) {
    Object.assign(this, { platform, place, random, account: platform.account, visitKey: freshId() })
  }

  async begin() {
    await this.platform.post('train/studtyFruit/saveStudtyFruit', { curriculumId: this.place.curriculumId, fruitType: 1 })
    this.begunAt = performance.now()
    await this.#marker({ startOrEnd: 1 })
  }

  #marker(fields) {
    return this.platform.post('train/startAndEnd/startAndEndClassHours', { ...this.place, ...fields, visitKey: this.visitKey })
  }

  #sendBeat(seq) {
    return this.platform.post('train/web/studyHeartbeat', { ...this.place, visitKey: this.visitKey, seq, activeSeconds: 60, state: 'active' })
  }

  async beat() {
    const { visitSeconds } = await this.#sendBeat(this.#seq)
    Object.assign(this.acked, { seq: this.#seq, visitSeconds })
    this.#seq += 1
    this.reports += 1
  }

  async #savePosition() {
    const [position, seq] = [this.#position, this.#firstSeq + this.#position]
    const { sectionId, resourceId } = this.place
    const kept = await this.platform.post('train/web/saveStudyPosition', { sectionId, resourceId, position, seq })
    if (kept.seq !== seq || kept.position !== position) throw new Error(`position ${position} was kept as ${kept.position}`)
    Object.assign(this.acked, { position, positionSeq: seq })
    this.#position += 1
    this.reports += 1
  }

  /** Reports until the platform is gone, with a rest now and then, so that there are seconds to count. */
  async study(gone) {
    while (!gone.aborted) {
      try {
        await this.beat()
        await this.#savePosition()
        if (this.random() < 0.02) await pause(restMs)
      } catch (error) {
        if (!(error instanceof Cut)) throw error
        await pause(20)
      }
    }
  }

  /** What is there: the position, and what the last acknowledged beat comes to when it is sent again. */
  async look() {
    const { sectionId, resourceId } = this.place
    const [position, beat] = [await this.platform.get('train/web/getStudyPosition', { sectionId, resourceId }), await this.#sendBeat(this.acked.seq)]
    return { position, beat, elapsedSeconds: (performance.now() - this.begunAt) / 1000 }
  }

  end() {
    return this.#marker({ startOrEnd: 2, sumHours: 1 })
  }

  async minutes() {
    const { sections } = await this.platform.get('train/web/getStudyLedger', { curriculumId: this.place.curriculumId, fruitType: 1 })
    return sections.find(({ sectionId }) => String(sectionId) === String(this.place.sectionId))?.countedMinutes ?? 0
  }
}

/** So many students; not everybody of the demo world has begun something to study. */
async function makeStudents(url, { takers, seed }) {
  const students = []
  for (let number = 1; students.length < takers; number += 1) {
    if (number > demoLearners) throw new Refusal(`${students.length} learners of the demo world have something to study, not ${takers}.`)
    const platform = await platformOf(url, demoAccount(number))
    const place = await openPlace(platform)
    if (!place) continue
    const student = new Student({ platform, place, random: randomOf(seed + number) })
    await student.begin()
    students.push(student)
  }
  return students
}

/** What the database has of their visits, and the row of the totals. */
const rowsAndTotals = async (db, students, options) => [await readStudyRows(db, students.map(({ visitKey }) => visitKey)), await judgeTotals(db, options)]

/** Runs the rounds; gives the rows of the table. */
export async function chaosStudy({ rounds, takers, seed, line }) {
  const random = randomOf(seed)
  const stage = await embeddedStage()
  const [api] = stage.parts
  const found = newRow('kill -9 training API, heartbeats')
  const note = (kind, sentences) => {
    found[kind] += sentences.length
    for (const sentence of sentences.slice(0, 5)) line(sentence)
  }
  /** Kills the training API while the students are at something, and starts it again; gives the moment when it was up. */
  async function killDuring(work, afterMs, gone = new AbortController()) {
    await pause(afterMs)
    note('faults', api.accidents())
    await api.kill()
    gone.abort()
    await work
    await api.start()
    return performance.now()
  }
  /** Calls again and again until each student is answered, which must be soon; gives the answers, null for who is not. */
  async function answersSince(students, moment, call) {
    const answers = await Promise.all(students.map((student) => insisted(() => call(student), moment)))
    note('faults', students.map(({ account }, at) => lateSentence(account, answers[at]?.seconds ?? null)).filter((sentence) => sentence !== null))
    found.slowestSeconds = Math.max(found.slowestSeconds, ...answers.map((one) => Number((one?.seconds ?? patienceMs / 1000).toFixed(1))))
    return answers.map((one) => one?.answer ?? null)
  }

  try {
    await api.start()
    const students = await makeStudents(stage.url, { takers, seed })
    for (let round = 1; round <= rounds; round += 1) {
      for (const student of students) student.reports = 0
      const gone = new AbortController()
      const work = Promise.all(students.map((student) => student.study(gone.signal).catch((error) => note('faults', [`${student.account}: ${error.message}`]))))
      for (let waited = 0; waited < patienceMs && students.some(({ reports }) => reports === 0); waited += 20) await pause(20)
      note('faults', students.filter(({ reports }) => reports === 0).map(({ account }) => `${account} was not at work before a kill`))
      const upAt = await killDuring(work, 200 + random() * 1300, gone)
      const answers = await answersSince(students, upAt, (student) => student.look())
      for (const [at, { account, acked, reports }] of students.entries()) {
        found.acknowledged += reports
        if (answers[at] === null) continue
        const { missing, twice } = missingOf(acked, answers[at])
        note('missing', missing.map((sentence) => `${account}: ${sentence}`))
        note('twice', twice.map((sentence) => `${account}: ${sentence}`))
      }
      found.rounds += 1
      if (round % 10 === 0 || round === rounds) line(`round ${round}: ${found.acknowledged} reports acknowledged, ${found.missing} missing`)
    }

    // The visits end while the platform is killed once more, and are ended again by who heard nothing, and by who did.
    await answersSince(students, performance.now(), (student) => student.beat())
    note('faults', students.filter(({ acked }) => acked.visitSeconds === 0).map(({ account }) => `no second of ${account} was ever counted`))
    const before = await Promise.all(students.map((student) => student.minutes()))
    await answersSince(students, await killDuring(Promise.allSettled(students.map((student) => student.end())), random() * 100), (student) => student.end())
    await answersSince(students, performance.now(), (student) => student.end())
    const after = await Promise.all(students.map((student) => student.minutes()))
    await api.stop()
    note('faults', api.accidents())

    const { db, close } = await stage.open()
    const [rows, totals] = await rowsAndTotals(db, students, { rounds, line }).finally(close)
    const told = students.map(({ account, visitKey, acked }, at) => ({ account, visitKey, acked, addedMinutes: after[at] - before[at] }))
    const { missing, twice } = rowsAgainst(told, rows)
    note('missing', missing)
    note('twice', twice)
    return [found, totals]
  } finally {
    await api.kill()
    await stage.close()
  }
}
