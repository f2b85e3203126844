/** Subjects of the question bank. */
export type SubjectKey =
  | 'electrical' | 'welding' | 'forklift' | 'rigging' | 'confinedSpace' | 'heights' | 'fire' | 'firstAid' | 'general'

/** Fields by which courses are tagged. */
export type Field = 'electrical' | 'machinery' | 'welding' | 'lifting' | 'safety' | 'management' | 'energy' | 'building'

/** A title in Chinese, English and Japanese. */
export type Title = readonly [zh: string, en: string, ja: string]

/**
 * A course as it is written down. A chapter reads `name: sections`, sections are parted by ` | ` and begin with what
 * they are: `v` video, `d` document, `c` SCORM 1.2, `C` SCORM 2004, `s` simulation, `e` exam.
 */
export type CourseOutline = {
  title: Title
  field: Field
  subject: SubjectKey
  cover: string
  /** Two titles over the cover. */
  over?: readonly [one: string, two: string]
  teacher: string
  about: string
  goals: readonly string[]
  chapters: readonly string[]
}

/** A section as the outline spells it. */
export type SectionOutline = { mark: 'v' | 'd' | 'c' | 'C' | 's' | 'e'; name: string }

/** Name and sections of an outline's chapter. */
export function readChapter(chapter: string): { name: string; sections: SectionOutline[] } {
  const [name = '', rest = ''] = chapter.split(': ')
  return {
    name,
    sections: rest.split(' | ').map((section) => {
      const mark = section[0]
      if (mark !== 'v' && mark !== 'd' && mark !== 'c' && mark !== 'C' && mark !== 's' && mark !== 'e') {
        throw new Error(`The section "${section}" does not say what it is.`)
      }
      return { mark, name: section.slice(1) }
    }),
  }
}
