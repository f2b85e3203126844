import { certificateTemplates } from '../db/schema/certificates.ts'
import { chapters, contentTags, courses, resources, sections, tagGroups, tagValues } from '../db/schema/courses.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { coverOf } from './covers.ts'
import { readChapter } from './courses/outline.ts'
import type { CourseOutline, SectionOutline } from './courses/outline.ts'
import { makeInnerExam } from './exams.ts'
import type { Course, Plan, PlanItem, Section, Template, TenantWorld } from './model.ts'
import { need } from './model.ts'
import { tagRecords } from './organisation-records.ts'
import type { PlanRecord } from './plan-records.ts'

/** The media that every tenant's sections show. */
export const resourceIds = { video: 7001, document: 7002, scorm12: 7003, scorm2004: 7004 } as const

/** The files behind the sections. */
export function makeResources(world: TenantWorld): void {
  const { tenantId, rows } = world
  const captions = (['zh', 'en', 'ja'] as const).map((lang) => ({ lang, url: `/train/file/video/7001/${lang}.vtt` }))
  rows.put(resources,
    { tenantId, resourceId: 7001, kind: 'video', title: '用电安全概述', url: '/train/file/video/7001/index.m3u8', captions, length: 60 },
    { tenantId, resourceId: 7002, kind: 'document', title: '安全规程手册', url: '/train/file/doc/7002.pdf', captions: [], length: 12 },
    { tenantId, resourceId: 7003, kind: 'courseware', title: '低压配电柜认知', url: '/train/file/courseware/7003/index.html', packageUrl: '/train/file/courseware/7003.zip', standard: 'scorm12', captions: [] },
    { tenantId, resourceId: 7004, kind: 'courseware', title: '倒闸操作流程', url: '/train/file/courseware/7004/index.html', packageUrl: '/train/file/courseware/7004.zip', standard: 'scorm2004', captions: [] },
    { tenantId, resourceId: 7301, kind: 'video', title: '实操录像', url: '/train/file/video/7301/index.m3u8', captions: [], length: 20 },
  )
}

type CourseRules = { sequential?: boolean; forbidden?: boolean; refusal?: string; locked?: boolean; template?: Template }

/** What is said about single courses besides their outline. */
export type CourseSettings = Readonly<Record<number, CourseRules>>

const studyKind = { v: 'video', d: 'document', c: 'courseware', C: 'courseware' } as const
const resourceOf = { v: resourceIds.video, d: resourceIds.document, c: resourceIds.scorm12, C: resourceIds.scorm2004, s: null, e: null } as const
const simulationOf: Readonly<Record<string, number>> = {
  验电与接地: 6001, 倒闸操作: 6002, 焊接参数设定: 6003, 气体检测操作: 6004, 灭火器操作: 6005,
}
/** Minutes and required percent of the first course, as the demo world fixes them. */
const firstCourse: Readonly<Record<string, readonly [minutes: number, percent: number | null]>> = {
  用电安全概述: [20, 80], 安全规程手册: [30, 50], 低压配电柜认知: [25, null], 倒闸操作流程: [20, null], 验电与接地: [25, null], 章节测验: [15, null],
}

/** Courses of a tenant from their outlines, with chapters, sections, exams and tags; ids from 3001. */
export function makeCourses(world: TenantWorld, outlines: readonly CourseOutline[], company: string, settings: CourseSettings): void {
  for (const [index, outline] of outlines.entries()) {
    const number = 3001 + index
    const rules = settings[number] ?? {}
    makeCourse(world, outline, {
      company, rules,
      courseId: world.at(number),
      chapterId: (at) => world.at(index === 0 ? 3101 + at : 310_000 + index * 100 + at + 1),
      sectionId: (at) => world.at(index === 0 ? 3201 + at : 320_000 + index * 100 + at + 1),
      examNumber: 8101 + index,
      fixed: world.tenantId === 82 && index === 0 ? firstCourse : {},
      releasedAt: world.calendar.daysAgo(12 + index * 9, '08:30'),
    })
  }
}

/** One course; where its ids come from is up to the caller, so that worlds can have any number of them. */
export function makeCourse(
  world: TenantWorld,
  outline: CourseOutline,
  { company, rules, courseId, chapterId, sectionId, examNumber, paperNumber, fixed, releasedAt }: {
    company: string
    rules: CourseRules
    courseId: number
    chapterId: (at: number) => number
    sectionId: (at: number) => number
    examNumber: number
    paperNumber?: number
    fixed: Readonly<Record<string, readonly [minutes: number, percent: number | null]>>
    releasedAt: Date
  },
): Course {
  const { tenantId, rows } = world
  const random = world.random('course', courseId)
  const made: Section[] = []
  for (const [chapterAt, spelled] of outline.chapters.entries()) {
    const chapter = readChapter(spelled)
    rows.put(chapters, { tenantId, chapterId: chapterId(chapterAt), courseId, position: chapterAt + 1, name: chapter.name })
    for (const { mark, name } of chapter.sections) {
      const [studyMinutes, requiredPercent] = fixed[name] ?? usualRule(mark, random)
      const simulation = mark === 's' ? need(world.simulations, world.at(need(new Map(Object.entries(simulationOf)), name))) : null
      const exam = mark === 'e'
        ? makeInnerExam(world, { number: examNumber, ...(paperNumber === undefined ? {} : { paperNumber }), origin: 'section', title: [name, `${outline.title[1]} Quiz`, `${outline.title[2]}テスト`], subject: outline.subject, attempts: 3, company })
        : null
      const section: Section = {
        id: sectionId(made.length), courseId, chapterId: chapterId(chapterAt),
        kind: mark === 's' ? 'simulation' : mark === 'e' ? 'exam' : studyKind[mark],
        studyMinutes, requiredPercent, startsLocked: rules.locked === true && made.length > 0, resourceId: resourceOf[mark], simulation, exam,
      }
      rows.put(sections, {
        tenantId, sectionId: section.id, courseId, chapterId: section.chapterId, position: made.length + 1, name,
        kind: mark === 's' ? 'simulation' : mark === 'e' ? 'exam' : 'study', studyMinutes, requiredPercent, startsLocked: section.startsLocked,
        resourceId: section.resourceId, simulationId: simulation?.id ?? null, examId: exam?.id ?? null,
      })
      made.push(section)
    }
  }
  const minutes = made.reduce((sum, section) => sum + section.studyMinutes, 0)
  const studyHours = Math.max(1, Math.round(minutes / 60))
  const [title, titleEn, titleJa] = outline.title
  rows.put(courses, {
    tenantId, courseId, title, titleEn, titleJa, introduction: introduce(outline, made.length), coverUrl: coverOf(outline.cover, courseId),
    coverKind: outline.over ? 'titled' : 'plain', oneTitle: outline.over?.[0] ?? null, twoTitle: outline.over?.[1] ?? null,
    studyHours, credits: Math.max(1, Math.round(studyHours / 2)), teacherName: outline.teacher, companyId: world.at(11), companyName: company,
    sequential: rules.sequential ?? false, forbidden: rules.forbidden ?? false, accessRefusal: rules.refusal ?? null,
    certificateTemplateId: rules.template?.id ?? null, sectionCount: made.length, releasedAt,
  })
  tagCourse(world, courseId, outline, made)
  world.totals.content('course', courseId)
  const course: Course = {
    id: courseId, title, sequential: rules.sequential ?? false, open: rules.forbidden !== true && rules.refusal === undefined,
    template: rules.template ?? null, sections: made,
  }
  world.courses.set(courseId, course)
  return course
}

function usualRule(mark: SectionOutline['mark'], random: ReturnType<TenantWorld['random']>): readonly [number, number | null] {
  if (mark === 'e') return [15, null]
  if (mark === 's') return [random.whole(4, 8) * 5, null]
  const minutes = random.whole(7, 19) * 5
  return [minutes, (mark === 'v' || mark === 'd') && random.chance(0.6) ? random.pick([50, 60, 70, 80]) : null]
}

function introduce({ about, goals, chapters: list, title }: CourseOutline, sectionCount: number): string {
  const items = goals.map((goal) => `<li>${goal}</li>`).join('')
  return `<p>${about}</p><h3>学完本课程，你将能够</h3><ul>${items}</ul><h3>学习安排</h3><p>《${title[0]}》共 ${list.length} 章 ${sectionCount} 节，建议每周安排两次学习，每次不少于 30 分钟；带有完成要求的小节须学满相应时长。</p>`
}

function tagCourse(world: TenantWorld, courseId: number, { field }: CourseOutline, made: readonly Section[]): void {
  const random = world.random('tags', courseId)
  const fields = ['electrical', 'machinery', 'welding', 'lifting', 'safety', 'management', 'energy', 'building']
  const formats = [...new Set(made.map(({ kind }) => ['video', 'document', 'courseware', 'simulation', 'exam'].indexOf(kind)))].sort()
  const picks: readonly (readonly number[])[] = [[fields.indexOf(field)], random.some([0, 1, 2, 3], random.whole(1, 2)), formats, [random.whole(0, 2)], [random.whole(0, 3)]]
  for (const [group, values] of picks.entries()) {
    for (const value of values) world.rows.put(contentTags, { tenantId: world.tenantId, contentKind: 'course', contentId: courseId, valueId: tagValueId(world, group, value) })
  }
}

const tagValueId = (world: TenantWorld, group: number, value: number) => world.at(6100 + group * 20 + value + 1)

/** The tag groups of courses and plans. */
export function makeTags(world: TenantWorld): void {
  const { tenantId, rows } = world
  const positions = { course: 0, plan: 0 }
  for (const [group, { kind, title: [title, titleEn, titleJa], values }] of tagRecords.entries()) {
    positions[kind] += 1
    const groupId = world.at(6051 + group)
    rows.put(tagGroups, { tenantId, contentKind: kind, position: positions[kind], groupId, title, titleEn, titleJa })
    rows.put(tagValues, ...values.map(([zh, en, ja], value) => ({ tenantId, valueId: tagValueId(world, group, value), groupId, position: value + 1, title: zh, titleEn: en, titleJa: ja })))
  }
}

/** A template of certificates. */
export function makeTemplate(world: TenantWorld, template: Template, name: string): Template {
  const { id: templateId, ...rest } = template
  world.rows.put(certificateTemplates, { tenantId: world.tenantId, templateId, name, ...rest })
  return template
}

/** Plans of a tenant with their items and exams; ids from 5001. */
export function makePlans(world: TenantWorld, records: readonly PlanRecord[], company: string, templates: Readonly<Record<number, Template>>): void {
  const { tenantId, calendar, rows } = world
  let examNumber = 8051
  for (const [index, record] of records.entries()) {
    const number = 5001 + index
    const planId = world.at(number)
    const [title, titleEn, titleJa] = record.title
    const items = record.items.map((item, at): PlanItem => {
      const id = world.at(5101 + index * 10 + at)
      if (typeof item === 'number') return { id, planId, kind: 'course', course: need(world.courses, world.at(item > 3000 ? item : 3000 + item)) }
      const exam = makeInnerExam(world, { number: examNumber, origin: 'planExam', title: item.exam, subject: item.subject, attempts: item.attempts, company })
      examNumber += 1
      return { id, planId, kind: 'exam', exam }
    })
    rows.put(planItems, ...items.map((item, at) => ({
      tenantId, planItemId: item.id, planId, position: at + 1, kind: item.kind,
      ...(item.kind === 'course' ? { childId: item.course.id, name: item.course.title } : { childId: item.exam.id, name: item.exam.title }),
    })))
    const minutes = items.flatMap((item) => (item.kind === 'course' ? item.course.sections.map(({ studyMinutes }) => studyMinutes) : [15]))
    const studyHours = Math.max(1, Math.round(minutes.reduce((sum, one) => sum + one, 0) / 60))
    const sectionCount = items.reduce((sum, item) => sum + (item.kind === 'course' ? item.course.sections.length : 1), 0)
    const startsAt = record.startsInDays === undefined ? null : calendar.startOfDay(record.startsInDays)
    const endsAt = record.endsInDays === undefined ? null : calendar.endOfDay(record.endsInDays)
    const goals = record.goals.map((goal) => `<li>${goal}</li>`).join('')
    rows.put(plans, {
      tenantId, planId, title, titleEn, titleJa,
      introduction: `<p>${record.about}</p><h3>计划目标</h3><ul>${goals}</ul><h3>考核方式</h3><p>完成全部课程的小节并通过计划内的考试，即为完成计划。</p>`,
      coverUrl: coverOf(record.cover, planId + 1), coverKind: record.over ? 'titled' : 'plain', oneTitle: record.over?.[0] ?? null, twoTitle: record.over?.[1] ?? null,
      studyHours, credits: Math.max(1, Math.round(studyHours / 4)), teacherName: record.teacher, companyId: world.at(11), companyName: company,
      timed: endsAt !== null, startsAt, endsAt, sequential: record.sequential ?? false, forbidden: record.forbidden ?? false,
      certificateTemplateId: templates[number]?.id ?? null, sectionCount, releasedAt: calendar.daysAgo(10 + index * 13, '08:00'),
    })
    const random = world.random('plan tags', planId)
    rows.put(contentTags,
      { tenantId, contentKind: 'plan', contentId: planId, valueId: tagValueId(world, 5, random.whole(0, 4)) },
      { tenantId, contentKind: 'plan', contentId: planId, valueId: tagValueId(world, 6, random.whole(0, 2)) },
    )
    world.totals.content('plan', planId)
    world.plans.set(planId, { id: planId, title, template: templates[number] ?? null, items, sectionCount, startsAt, endsAt, forbidden: record.forbidden ?? false } satisfies Plan)
  }
}
