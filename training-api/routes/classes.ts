import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { listClasses } from '../queries/classes.ts'

/** K1: the classes of the learner (contract 4.15). */
export function bindClasses(api: Api, { db }: ApiContext): void {
  api.learner('GET', '/train/gradeApp', {}, async (caller) => {
    const classes = await listClasses(db, caller)
    return classes.map(({ classId, name, teacherNames, memberCount }) => ({ id: classId, gradeName: name, teacherNames, peopleNum: memberCount }))
  })
}
