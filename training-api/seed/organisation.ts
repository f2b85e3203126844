import { classMembers, schoolClasses } from '../db/schema/classes.ts'
import { appVersions } from '../db/schema/downloads.ts'
import { bannersOf } from './home.ts'
import { learningPathCourses, learningPathNodes, learningPaths } from '../db/schema/learning-paths.ts'
import { messageRecipients, messages } from '../db/schema/messages.ts'
import { notices } from '../db/schema/notices.ts'
import { postMapMembers, postMaps, postMapSkillCourses, postMapSkills } from '../db/schema/post-maps.ts'
import { levels } from '../db/schema/rankings.ts'
import { companies, departments, tenantDomains, tenants } from '../db/schema/tenants.ts'
import { minutesAfter } from './calendar.ts'
import type { MessageRecord } from './message-records.ts'
import type { TenantWorld } from './model.ts'
import type { NoticeRecord } from './notice-records.ts'
import { classRecords, pathRecords, postMapRecords } from './organisation-records.ts'
import type { Workplace } from './people.ts'
import { appVersionRecords, levelRecords } from './tenant-records.ts'
import type { tenantRecords } from './tenant-records.ts'

type TenantRecord = (typeof tenantRecords)[number]

/** The tenant itself: record, domain, companies, levels, app versions, home page. */
export function makeTenant(world: TenantWorld, { domain, companies: firms, posts, ...record }: TenantRecord): Workplace & { names: Map<string, { departmentId: number; companyId: number }> } {
  const { tenantId, rows, calendar } = world
  const createdAt = calendar.daysAgo(1200)
  rows.put(tenants, { ...record, createdAt })
  rows.put(tenantDomains, { tenantId, domain, createdAt })
  const names = new Map<string, { departmentId: number; companyId: number }>()
  let departmentNumber = 0
  for (const [index, firm] of firms.entries()) {
    const companyId = world.at(11 + index)
    rows.put(companies, { tenantId, companyId, name: firm.name })
    for (const name of firm.departments) {
      departmentNumber += 1
      const departmentId = world.at(departmentNumber)
      rows.put(departments, { tenantId, departmentId, companyId, name })
      names.set(name, { departmentId, companyId })
    }
  }
  rows.put(levels, ...levelRecords.map(([name, nameEn, nameJa, pointsNeeded], index) => ({ tenantId, levelId: index + 1, name, nameEn, nameJa, pointsNeeded })))
  rows.put(appVersions, ...appVersionRecords.map(([client, system, code, content, downloadUrl], index) => ({
    tenantId, client, system, code, content, downloadUrl, releasedAt: calendar.daysAgo(3 + index * 5),
  })))
  bannersOf(world)
  return { tenantId, departments: [...names.values()], posts, names }
}

/** Notices, newest first as they are written down. */
export function makeNotices({ tenantId, rows, calendar, at, random }: TenantWorld, records: readonly NoticeRecord[]): void {
  rows.put(notices, ...records.map(({ kind, title, en, ja, paragraphs, list, html, publisher, daysAgo, file, shownOn, released }, index) => ({
    tenantId, noticeId: at(101 + index), kind, title, titleEn: en, titleJa: ja, language: 'zh' as const, publisher,
    content: html ?? paragraphs.map((text) => `<p>${text}</p>`).join('') + (list ? `<ul>${list.map((item) => `<li>${item}</li>`).join('')}</ul>` : ''),
    released: released ?? true, shownOn: shownOn ?? ('both' as const), fileName: file?.[0] ?? null, fileUrl: file?.[1] ?? null,
    readCount: released === false ? 0 : random('reads', index).whole(12, 60 + daysAgo * 4), publishedAt: calendar.daysAgo(daysAgo, `${String(9 + (index % 8)).padStart(2, '0')}:15`),
  })))
}

/** Messages: what one learner has got, and what everybody has got of it. The first `unread` are unread for `own`. */
export function makeMessages(world: TenantWorld, records: readonly MessageRecord[], { own, everybody, unread }: { own: number | null; everybody: readonly number[]; unread: number }): void {
  const { tenantId, rows, calendar } = world
  for (const [index, { title, content, sender, daysAgo, clock, file, everybody: toAll }] of records.entries()) {
    const messageId = world.next('message', 2001)
    const sentAt = calendar.daysAgo(daysAgo, clock)
    rows.put(messages, { tenantId, messageId, title, content, sender, fileName: file?.[0] ?? null, fileUrl: file?.[1] ?? null, sentAt })
    for (const learnerId of [...(own === null ? [] : [own]), ...(toAll ? everybody : [])]) {
      const readAlready = learnerId === own ? index >= unread : world.random('read', messageId, learnerId).chance(0.7)
      rows.put(messageRecipients, {
        tenantId, recipientId: world.next('recipient', 3001), learnerId, messageId, sentAt, readAt: readAlready ? minutesAfter(sentAt, world.random('read at', messageId, learnerId).whole(3, 600)) : null,
      })
    }
  }
}

/** Classes with their members; who belongs to a class besides those named is drawn. */
export function makeClasses(world: TenantWorld, named: readonly (readonly number[])[], crowd: readonly number[]): void {
  const { tenantId, rows, calendar } = world
  for (const [index, { name, teachers, members }] of classRecords.entries()) {
    const classId = 4001 + index
    const always = named[index] ?? []
    const learnerIds = [...always, ...world.random('class', classId).some(crowd, members - always.length)]
    rows.put(schoolClasses, { tenantId, classId, name, teacherNames: teachers, memberCount: learnerIds.length, createdAt: calendar.daysAgo(80 - index * 10) })
    for (const learnerId of learnerIds) {
      rows.put(classMembers, { tenantId, classId, learnerId, joinedAt: calendar.daysAgo(75 - index * 10) })
      world.classesOf.set(learnerId, [...(world.classesOf.get(learnerId) ?? []), classId])
    }
  }
}

/** Learning paths and post maps; `crowd` are the learners of whom some have joined a map, besides `joined` named ones. */
export function makePaths(world: TenantWorld, crowd: readonly number[], joined: (map: number) => number): void {
  const { tenantId, rows, calendar } = world
  for (const [index, { name, introduction, nodes }] of pathRecords.entries()) {
    const pathId = 2001 + index
    rows.put(learningPaths, { tenantId, pathId, position: index + 1, name, introduction })
    for (const [at, [nodeName, ...courseIds]] of nodes.entries()) {
      const nodeId = 2200 + index * 20 + at + 1
      rows.put(learningPathNodes, { tenantId, pathId, nodeId, position: at + 1, name: nodeName })
      rows.put(learningPathCourses, ...courseIds.map((courseId, place) => ({ tenantId, pathId, nodeId, courseId, position: place + 1 })))
    }
  }
  for (const [index, { name, introduction, path, skills }] of postMapRecords.entries()) {
    const postMapId = 2101 + index
    const others = world.random('post map', postMapId).some(crowd, 21 + index * 9)
    rows.put(postMapMembers, ...others.map((learnerId) => ({ tenantId, postMapId, learnerId, joinedAt: calendar.daysAgo(20 + (learnerId % 150)) })))
    rows.put(postMaps, { tenantId, postMapId, position: index + 1, name, introduction, learningPathId: path, joinCount: others.length + joined(index) })
    for (const [at, [skillName, ...courseIds]] of skills.entries()) {
      const skillId = 2300 + index * 20 + at + 1
      rows.put(postMapSkills, { tenantId, postMapId, skillId, position: at + 1, name: skillName })
      rows.put(postMapSkillCourses, ...courseIds.map((courseId, place) => ({ tenantId, postMapId, skillId, courseId, position: place + 1 })))
    }
  }
}
