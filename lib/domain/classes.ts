/** A class I belong to; without an id the platform offers no rankings of it. */
export type SchoolClass = { id: string | null; name: string; teacherNames: string; memberCount: number }
