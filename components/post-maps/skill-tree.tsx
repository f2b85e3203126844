'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide'
import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { AskedCourses } from '@/components/linked-courses/asked-courses'
import { LinkedCourseList } from '@/components/linked-courses/linked-course-list'
import { Icon } from '@/components/ui/icon'
import { StateMark } from '@/components/ui/state-mark'
import { useDetails } from '@/components/ui/use-details'
import { evidenceOf, type LinkedCourse } from '@/lib/domain/linked-courses'
import type { Skill } from '@/lib/domain/post-maps'
import { skillCourses } from '@/lib/queries/post-maps'
import styles from './post-maps.module.css'

const shapes = { notJoined: 'notStarted', inProgress: 'inProgress', reached: 'passed' } as const

/** The skills of a post map; each opens what counts for it and what is still missing. */
export function SkillTree({ postMapId, skills }: { postMapId: string; skills: Skill[] }) {
  const t = useTranslations('postMaps')
  const firstOpen = (skills.find(({ state }) => state !== 'reached') ?? skills[0])?.id
  return (
    <section aria-labelledby="skills-title">
      <h3 className="h3" id="skills-title">{t('skills', { count: skills.length })}</h3>
      <ol className={styles.skills}>{skills.map((skill) => <li key={skill.id}><SkillRow postMapId={postMapId} skill={skill} initiallyOpen={skill.id === firstOpen} /></li>)}</ol>
    </section>
  )
}

function SkillRow({ postMapId, skill, initiallyOpen }: { postMapId: string; skill: Skill; initiallyOpen: boolean }) {
  const t = useTranslations('postMaps')
  const { open, given } = useDetails(initiallyOpen)
  const asked = useQuery({ ...skillCourses(postMapId, skill.id), enabled: open })
  const { passedCount, courseCount } = skill
  return (
    <details {...given}>
      <summary className={styles.skill}>
        {skill.state !== 'unknown' && <StateMark state={shapes[skill.state]}>{t(`skillStates.${skill.state}`)}</StateMark>}
        <span className={styles.skillName}><PlatformText>{skill.name}</PlatformText></span>
        {passedCount !== null && courseCount !== null && <span className={`num ${styles.meta}`}>{t('evidence', { passed: passedCount, total: courseCount })}</span>}
        <Icon of={ChevronDown} className={`i ${styles.arrow}`} />
      </summary>
      <div className={styles.evidence}><AskedCourses asked={asked}>{(courses) => <Evidence courses={courses} skill={skill} />}</AskedCourses></div>
    </details>
  )
}

/** What counts for a skill: the courses passed, and those that are missing. */
function Evidence({ courses, skill }: { courses: LinkedCourse[]; skill: Skill }) {
  const t = useTranslations('postMaps')
  // A platform that says nothing of my progress shows the courses alone.
  if (courses.every(({ standing }) => standing === null)) return <LinkedCourseList courses={courses} label={t('coursesOf', { skill: skill.name })} />
  const { passed, missing } = evidenceOf(courses)
  return (
    <>
      <p className={styles.rule}>{missing.length === 0 ? t('complete') : t('rule', { count: courses.length, missing: missing.length })}</p>
      {missing.length > 0 && <><h4 className={styles.part}>{t('missing')}</h4><LinkedCourseList courses={missing} label={t('missingOf', { skill: skill.name })} /></>}
      {passed.length > 0 && <><h4 className={styles.part}>{t('there')}</h4><LinkedCourseList courses={passed} label={t('thereOf', { skill: skill.name })} /></>}
    </>
  )
}
