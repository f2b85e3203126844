import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { wirePercent } from '../envelope.ts'
import { maybe, wireInt } from '../params.ts'
import { listInProgress } from '../queries/content-in-progress.ts'
import { listExamsInProgress } from '../queries/exams-in-progress.ts'
import { listBanners, listFloors } from '../queries/home.ts'
import { progressPercent } from '../rules/courses.ts'
import { titleIn } from '../rules/languages.ts'
import { contentKindCode, language, leadsToCode } from './codes.ts'

const longestStrip = 50
const floorTypeCode = { grid: 1, gridSecond: 2, featuredPlan: 3, banner: 4 } as const
const exam = 3

const asked = { terminalType: maybe(wireInt.pipe(z.literal([1, 2]))), languageType: language }
const terminalOf = (code: 1 | 2 | undefined) => (code === 2 ? 'app' : 'web')

/** H1 to H3: what is in progress, banners, floors (contract 4.2). */
export function bindHome(api: Api, { db, clock }: ApiContext): void {
  api.learner('GET', '/train/app/haveInHand/haveInHandByUid', { languageType: language }, async (caller, { languageType }) => {
    const [now, limit] = [clock.now(), longestStrip]
    const [contents, exams] = await Promise.all([listInProgress(db, { ...caller, now, limit }), listExamsInProgress(db, { ...caller, now, limit })])
    const items = [
      ...contents.map(({ contentId, kind, sectionsDone, sectionsTotal, touchedAt, ...titles }) => ({
        touchedAt,
        shape: inProgress(contentId, titleIn(languageType, titles), sectionsDone, sectionsTotal, contentKindCode[kind]),
      })),
      ...exams.map(({ examId, answered, questionCount, touchedAt, ...titles }) => ({
        touchedAt,
        shape: inProgress(examId, titleIn(languageType, titles), answered, questionCount, exam),
      })),
    ]
    return items.toSorted((a, b) => b.touchedAt.getTime() - a.touchedAt.getTime()).map(({ shape }) => shape)
  })

  api.learner('GET', '/train/app/banner/getBannerAllList', asked, async ({ tenantId }, { terminalType, languageType }) => {
    const banners = await listBanners(db, { tenantId, terminal: terminalOf(terminalType) })
    return banners.map((banner) => ({
      id: banner.bannerId,
      title: titleIn(languageType, banner),
      pictureUrl: banner.pictureUrl,
      contentType: leadsToCode[banner.leadsTo],
      contentId: banner.contentId,
      forwardUrl: banner.forwardUrl,
    }))
  })

  api.learner('GET', '/train/app/floor/getFloorAllList', asked, async ({ tenantId }, { terminalType, languageType }) => {
    const floors = await listFloors(db, { tenantId, terminal: terminalOf(terminalType) })
    return floors.map((floor) => ({
      floorType: floorTypeCode[floor.layout],
      leftTitle: floor.leftTitle,
      rightTitle: floor.rightTitle,
      rightTitleUrl: floor.rightTitleUrl,
      items: floor.items.map((item) => ({
        positionPictureUrl: item.pictureUrl,
        positionContent: titleIn(languageType, item),
        contentType: leadsToCode[item.leadsTo],
        contentId: item.contentId,
        forwardUrl: item.forwardUrl,
      })),
    }))
  })
}

function inProgress(id: number, name: string, numSection: number, sumSection: number, contentState: number) {
  return { id, curriculumId: id, name, numSection, sumSection, studyProcess: wirePercent(progressPercent(numSection, sumSection)), contentState }
}
