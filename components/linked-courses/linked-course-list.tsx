import { useTranslations } from 'next-intl'
import { StudyFacts } from '@/components/cards/study-facts'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { OpenCourse } from '@/components/courses/open-course'
import { Cover } from '@/components/ui/cover'
import { ProgressBar } from '@/components/ui/progress-bar'
import { StateMark } from '@/components/ui/state-mark'
import type { LinkedCourse } from '@/lib/domain/linked-courses'
import styles from './linked-courses.module.css'

/** Courses in a dialog; each asks before it opens, and says how far I am. */
export function LinkedCourseList({ courses, label }: { courses: readonly LinkedCourse[]; label: string }) {
  const t = useTranslations('linkedCourses')
  const langOf = usePlatformLang()
  return (
    <ul className={styles.list} aria-label={label}>
      {courses.map((course) => (
        <li key={course.id} className={styles.course}>
          <div className={styles.cover}><Cover src={course.cover.pictureUrl} title={course.cover.words?.title} lang={course.cover.words ? langOf(course.cover.words.title) : undefined} /></div>
          <div className={styles.words}>
            <h4 className={styles.name}><OpenCourse id={course.id} title={course.name} lang={langOf(course.name)}>{course.name}</OpenCourse></h4>
            <p className={styles.meta}><PlatformText>{course.companyName}</PlatformText></p>
            <div className={styles.meta}><StudyFacts facts={course} /></div>
            {course.standing && (
              <div className={styles.standing}>
                <StateMark state={course.standing} />
                {course.standing !== 'notStarted' && <span className={styles.progress}><ProgressBar percent={course.progressPercent} label={t('progress', { name: course.name })} tone={course.standing === 'passed' ? 'ok' : course.standing === 'failed' ? 'bad' : 'brand'} /><b className="num">{course.progressPercent}%</b></span>}
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
