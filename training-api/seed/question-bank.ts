import { labelGroups, labelValues, questionLabels, questionOptions, questions, subjectCategories, subjectCategoryMembers, subjects } from '../db/schema/questions.ts'
import { simulations, simulationTasks } from '../db/schema/simulation.ts'
import type { SubjectKey, Title } from './courses/outline.ts'
import type { Question, Subject, TenantWorld } from './model.ts'
import { need } from './model.ts'
import { categoryRecords, labelRecords } from './practice-records.ts'
import type { Bank } from './questions/bank.ts'
import { electrical } from './questions/electrical.ts'
import { fire, firstAid } from './questions/fire-and-aid.ts'
import { general } from './questions/general.ts'
import { forklift, rigging } from './questions/lifting.ts'
import { confinedSpace, heights } from './questions/space-and-height.ts'
import { variantsOf } from './questions/variants.ts'
import { welding } from './questions/welding.ts'
import { simulationRecords } from './simulations.ts'

type Spelled = { kind: Question['kind']; text: string; options: readonly string[]; right: readonly number[]; analysis: string }

/** The subjects in the order of their ids, 701 first; questions of the first begin at 1001, of the second at 1301 … */
const subjectRecords: readonly { key: SubjectKey; title: Title; bank: Bank }[] = [
  { key: 'electrical', title: ['低压电工', 'Low-voltage electrical work', '低圧電気'], bank: electrical },
  { key: 'welding', title: ['焊接与热切割', 'Welding and cutting', '溶接・切断'], bank: welding },
  { key: 'forklift', title: ['叉车司机', 'Forklift driving', 'フォークリフト'], bank: forklift },
  { key: 'rigging', title: ['起重指挥', 'Crane signalling', 'クレーン合図'], bank: rigging },
  { key: 'confinedSpace', title: ['有限空间作业', 'Confined spaces', '閉鎖空間作業'], bank: confinedSpace },
  { key: 'heights', title: ['高处作业', 'Work at height', '高所作業'], bank: heights },
  { key: 'fire', title: ['消防安全', 'Fire safety', '防火'], bank: fire },
  { key: 'firstAid', title: ['应急救护', 'First aid', '救急'], bank: firstAid },
  { key: 'general', title: ['安全生产通识', 'General work safety', '安全一般'], bank: general },
]

const kindOffset = { single: 1, multiple: 101, judgement: 201 } as const

function spell({ single, multiple, judgement }: Bank): Spelled[] {
  return [
    ...single.map(([text, options, right, analysis]): Spelled => ({ kind: 'single', text, options, right: [right], analysis })),
    ...multiple.map(([text, options, right, analysis]): Spelled => ({ kind: 'multiple', text, options, right, analysis })),
    ...judgement.map(([text, right, analysis]): Spelled => ({ kind: 'judgement', text, options: ['正确', '错误'], right: [right ? 0 : 1], analysis })),
  ]
}

const paragraph = (text: string) => (text.startsWith('<') ? text : `<p>${text}</p>`)

function putQuestion(world: TenantWorld, questionId: number, subjectId: number, { kind, text, options, right, analysis }: Spelled, inPractice: boolean): Question {
  const { tenantId, rows } = world
  const optionIds = options.map((_, index) => questionId * 10 + index + 1)
  rows.put(questions, {
    tenantId, questionId, subjectId, kind, content: paragraph(text), analysis: paragraph(analysis), inPractice,
    drawKey: world.random('draw', questionId).next(),
  })
  rows.put(questionOptions, ...options.map((content, index) => ({
    tenantId, questionId, optionId: optionIds[index] as number, position: index + 1, content, correct: right.includes(index),
  })))
  return { id: questionId, subjectId, kind, optionIds, rightIds: right.map((index) => optionIds[index] as number) }
}

/** How many questions a subject of the exercise centre has in all; what is missing is made from patterns. */
export type PracticeSize = Partial<Record<SubjectKey, { count: number; pattern: 'electrical' | 'safety' }>>

/** Subjects with their questions, and simulations with the questions of their tasks. */
export function makeQuestions(world: TenantWorld, practice: PracticeSize): void {
  for (const [index, { key, title, bank }] of subjectRecords.entries()) {
    const subject: Subject = { id: world.at(701 + index), key, title, questions: [] }
    const size = practice[key]
    const spelled = spell(bank)
    if (size) spelled.push(...variantsOf(size.pattern, size.count - spelled.length, world.random('variants', key)))
    const used = { single: 0, multiple: 0, judgement: 0 }
    for (const one of spelled) {
      const id = world.at(1000 + index * 300 + kindOffset[one.kind] + used[one.kind])
      used[one.kind] += 1
      subject.questions.push(putQuestion(world, id, subject.id, one, size !== undefined))
    }
    world.subjects.set(key, subject)
    putSubject(world, subject, index, size ? used : null)
  }
  for (const [index, { title, subject, tasks }] of simulationRecords.entries()) {
    const simulationId = world.at(6001 + index)
    world.rows.put(simulations, { tenantId: world.tenantId, simulationId, title, platform: 'web' })
    const made = tasks.map(({ teachingPoint, task, question: { kind, of } }, at) => {
      const options = kind === 'judgement' ? ['正确', '错误'] : of[1]
      const right = kind === 'judgement' ? [of[1] ? 0 : 1] : kind === 'single' ? [of[2]] : of[2]
      const analysis = kind === 'judgement' ? of[2] : of[3]
      const question = putQuestion(world, world.at(5001 + index * 20 + at), need(world.subjects, subject).id, { kind, text: of[0], options, right, analysis }, false)
      return { teachingPoint, task, score: 100 / tasks.length, question }
    })
    world.rows.put(simulationTasks, ...made.map(({ question, ...task }, at) => ({
      tenantId: world.tenantId, simulationId, position: at + 1, ...task, questionId: question.id,
    })))
    world.simulations.set(simulationId, { id: simulationId, tasks: made })
  }
}

function putSubject(world: TenantWorld, subject: Subject, index: number, counts: Record<Question['kind'], number> | null): void {
  const [title, titleEn, titleJa] = subject.title
  const category = categoryRecords.find(({ subjects: held }) => held.some((one) => one === subject.key))
  world.rows.put(subjects, {
    tenantId: world.tenantId, subjectId: subject.id, position: index + 1, title, titleEn, titleJa,
    categoryId: counts && category ? world.at(category.id) : null,
    singleCount: counts?.single ?? 0, multipleCount: counts?.multiple ?? 0, judgementCount: counts?.judgement ?? 0,
  })
}

/** The exercise centre: categories of five levels, an empty subject, and the labels of the first subject. */
export function makeExerciseCentre(world: TenantWorld): void {
  const { tenantId, rows } = world
  const parents = new Map(categoryRecords.map(({ id, parent }) => [id, parent]))
  const positions = new Map<number, number>()
  const empty: Subject = { id: world.at(720), key: null, title: ['高压电工', 'High-voltage electrical work', '高圧電気'], questions: [] }
  rows.put(subjects, { tenantId, subjectId: empty.id, categoryId: world.at(712), position: 20, title: empty.title[0], titleEn: empty.title[1], titleJa: empty.title[2] })
  for (const { id, parent, title: [title, titleEn, titleJa], subjects: held } of categoryRecords) {
    const position = (positions.get(parent) ?? 0) + 1
    positions.set(parent, position)
    const lineage = [id]
    for (let above = parent; above !== 0; above = parents.get(above) ?? 0) lineage.push(above)
    rows.put(subjectCategories, { tenantId, categoryId: world.at(id), parentId: parent === 0 ? 0 : world.at(parent), level: lineage.length, position, title, titleEn, titleJa })
    for (const key of held) {
      const subjectId = key === 'empty' ? empty.id : need(world.subjects, key).id
      for (const categoryId of [...lineage.map((one) => world.at(one)), 0]) rows.put(subjectCategoryMembers, { tenantId, categoryId, subjectId })
    }
  }
  const first = need(world.subjects, 'electrical')
  for (const [group, { title: [title, titleEn, titleJa], values }] of labelRecords.entries()) {
    const groupId = world.at(731 + group)
    rows.put(labelGroups, { tenantId, subjectId: first.id, groupId, position: group + 1, title, titleEn, titleJa })
    rows.put(labelValues, ...values.map(({ title: [zh, en, ja] }, at) => ({
      tenantId, groupId, valueId: world.at(7400 + group * 10 + at + 1), position: at + 1, title: zh, titleEn: en, titleJa: ja,
    })))
    for (const question of first.questions) {
      const random = world.random('label', group, question.id)
      const weights = values.reduce((sum, { weight }) => sum + weight, 0)
      let left = random.next() * weights
      const chosen = values.findIndex(({ weight }) => (left -= weight) < 0)
      rows.put(questionLabels, { tenantId, subjectId: first.id, valueId: world.at(7400 + group * 10 + chosen + 1), questionId: question.id, drawKey: world.random('draw', question.id).next() })
    }
  }
}
