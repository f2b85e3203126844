// Learners study while the training API is killed again and again; what it acknowledged must be there afterwards.
import { logIn, makePlatform } from './platform.mjs'
import { randomOf } from './random.mjs'

const learners = 10

/** A place where somebody may study: the first open video or document of a course they have begun. */
async function openPlace(learner) {
  const mine = await learner.get('train/web/getMyWebCourseBySort', { i: 1, current: 1, size: 20, total: 0 })
  for (const { id } of mine.records) {
    const chapters = await learner.get('train/app/courseChapter/selectChapterSectionByCourseId', { courseId: id })
    for (const chapter of chapters) {
      for (const section of chapter.chapterSectionList) {
        if (section.contentType === 1 && section.knityn === 0 && section.sectionStudy) return { curriculumId: id, chapterId: chapter.id, sectionId: section.id, resourceId: section.sectionStudy.resourceId, contentType: 1 }
      }
    }
  }
  return null
}

/** One learner's reports until the platform is gone; `acked` keeps what was acknowledged. */
async function study({ learner, place, acked }, gone) {
  while (!gone.aborted) {
    try {
      const beat = await learner.post('train/web/studyHeartbeat', { ...place, seq: acked.seq + 1, activeSeconds: 60, state: 'active' })
      acked.seq += 1
      acked.visitSeconds = beat.visitSeconds
      const kept = await learner.post('train/web/saveStudyPosition', { sectionId: place.sectionId, resourceId: place.resourceId, position: acked.seq, seq: acked.positionSeq + 1 })
      acked.positionSeq = kept.seq
      acked.reports += 2
    } catch (error) {
      if (error.refused) throw error
      // The reply was lost: it may be there or not, and the next number is above both.
      acked.seq += 1
      acked.positionSeq += 1
      await new Promise((done) => setTimeout(done, 20))
    }
  }
}

/** Runs the rounds; gives the row of the table. */
export async function chaosStudy({ rounds, seed, line }) {
  const random = randomOf(seed)
  const platform = await makePlatform()
  const found = { cause: 'kill -9 training API, heartbeats', rounds: 0, acknowledged: 0, missing: 0, twice: 0, faults: 0, slowestSeconds: 0 }
  try {
    await platform.start()
    const takers = []
    for (let number = 1; takers.length < learners; number += 1) {
      const learner = await logIn(platform.url, `learner${String(number).padStart(3, '0')}`)
      const place = await openPlace(learner)
      if (!place) continue
      await learner.post('train/studtyFruit/saveStudtyFruit', { curriculumId: place.curriculumId, fruitType: 1 })
      await learner.post('train/startAndEnd/startAndEndClassHours', { ...place, startOrEnd: 1 })
      takers.push({ learner, place, acked: { seq: 0, positionSeq: Date.now(), storedSeq: 0, visitSeconds: 0, reports: 0 } })
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const { acked } of takers) acked.reports = 0
      const gone = new AbortController()
      const work = Promise.all(takers.map((taker) => study(taker, gone.signal)))
      await new Promise((done) => setTimeout(done, 200 + random() * 1300))
      const before = takers.map(({ acked }) => ({ ...acked }))
      await platform.kill()
      gone.abort()
      await work
      const endedAt = performance.now()
      await platform.start()
      for (const [index, { learner, place, acked }] of takers.entries()) {
        const known = before[index]
        const position = await learner.get('train/web/getStudyPosition', { sectionId: place.sectionId, resourceId: place.resourceId })
        const beat = await learner.post('train/web/studyHeartbeat', { ...place, seq: acked.seq + 1, activeSeconds: 0, state: 'active' })
        acked.seq += 1
        found.acknowledged += known.reports
        if (known.reports > 0 && (position?.position ?? 0) < known.seq - 1) found.missing += 1
        if (beat.visitSeconds < known.visitSeconds) found.missing += 1
      }
      found.slowestSeconds = Math.max(found.slowestSeconds, Number(((performance.now() - endedAt) / 1000).toFixed(1)))
      found.rounds += 1
      if (round % 10 === 0 || round === rounds) line(`round ${round}: ${found.acknowledged} reports acknowledged, ${found.missing} missing`)
    }
    // What the heartbeats have proven is in the learner's minutes when the visit ends.
    for (const { learner, place, acked } of takers) {
      const minutes = async () => (await learner.get('train/web/getStudyLedger', { curriculumId: place.curriculumId, fruitType: 1 })).sections.find(({ sectionId }) => String(sectionId) === String(place.sectionId))?.countedMinutes ?? 0
      const start = await minutes()
      await learner.post('train/startAndEnd/startAndEndClassHours', { ...place, startOrEnd: 2, sumHours: 0 })
      if ((await minutes()) < start + Math.floor(acked.visitSeconds / 60)) found.missing += 1
    }
    return [found]
  } finally {
    await platform.stop()
  }
}
