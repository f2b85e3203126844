import { Clock, GraduationCap } from 'lucide'
import { useTranslations } from 'next-intl'
import { Suspense, type ReactNode } from 'react'
import { EarnedCertificate } from '@/components/certificates/earned-certificate'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { LearnButton } from '@/components/enrolment/learn-button'
import { FavouriteButton } from '@/components/favourites/favourite-button'
import { Cover } from '@/components/ui/cover'
import { Icon } from '@/components/ui/icon'
import { ProgressBar, type ProgressTone } from '@/components/ui/progress-bar'
import { Stars } from '@/components/ui/stars'
import type { CheckableCertificate } from '@/lib/domain/certificates'
import type { LearningDetail } from '@/lib/domain/course-detail'
import type { Closure, EnrolmentKind, EnrolmentState, PlanWindow } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import styles from './learning-detail.module.css'

/** The colour of a progress bar; the word for it stands on the button. */
export const progressTones: Record<EnrolmentState, ProgressTone> = { notStarted: 'brand', inProgress: 'brand', unknown: 'brand', passed: 'ok', failed: 'bad' }

/** The id of the words that say why the button cannot be pressed. */
export const reasonId = 'learning-reason'

type Props = {
  kind: EnrolmentKind
  detail: LearningDetail & { window?: PlanWindow | undefined }
  closure: Closure | null
  /** The hours where they are more than a number. */
  hours?: ReactNode
  /** Beside hours and credits. */
  facts?: ReactNode
  /** How much of it is done, in words. */
  done: string
  /** Why it cannot be studied now, with the id `reasonId`; else what completes it. */
  rule: ReactNode
  /** The certificate it has brought, where there is one. */
  certificate: Promise<Settled<CheckableCertificate | null>>
}

/** The head of a course or plan: cover, name, facts, how far one is, and the one button. */
export function LearningHero({ kind, detail, closure, hours, facts, done, rule, certificate }: Props) {
  const t = useTranslations('learningDetail')
  const lang = usePlatformLang()
  const { words } = detail.cover
  const target = { kind, id: detail.id }
  return (
    <section className={`panel ${styles.hero}`}>
      <Cover src={detail.cover.pictureUrl} title={words?.title} subtitle={words?.subtitle} lang={words ? lang(words.title + words.subtitle) : undefined} eager />
      <div className={styles.words}>
        <div className={styles.titleline}>
          <h1 className="h1" lang={lang(detail.name)}>{detail.name}</h1>
          <FavouriteButton target={target} isFavourite={detail.isFavourite} />
        </div>
        <div className={styles.facts}>
          {detail.rating > 0 ? <Stars value={detail.rating} figure /> : <span>{t('unrated')}</span>}
          <span className="num">{t('joined', { count: detail.joinCount })}</span>
          {detail.teacherName && <span>{t('lecturer')} <PlatformText>{detail.teacherName}</PlatformText></span>}
          {detail.companyName && <span><PlatformText>{detail.companyName}</PlatformText></span>}
        </div>
        <div className={styles.facts}>
          <HeroFact icon={<Icon of={Clock} className="i" />}>{hours ?? t('hours', { hours: detail.hours })}</HeroFact>
          <HeroFact icon={<Icon of={GraduationCap} className="i" />}>{t('credits', { credits: detail.credits })}</HeroFact>
          {facts}
        </div>
        <dl className={styles.now}>
          <div><dt>{t('current')}</dt><Section name={detail.currentSectionName} without={detail.state === 'notStarted' ? t('notBegun') : '–'} /></div>
          <div><dt>{t('next')}</dt><Section name={detail.nextSectionName} without={detail.currentSectionName === null ? '–' : t('noNext')} /></div>
        </dl>
        <div className={styles.progress}>
          <div className="progress-line">
            <span>{t('progress')}<span className={`num ${styles.learned}`}>{done}</span></span>
            <b>{detail.progressPercent}%</b>
          </div>
          <ProgressBar percent={detail.progressPercent} label={t('progress')} tone={progressTones[detail.state]} hero />
        </div>
        <div className={styles.act}>
          <LearnButton target={target} state={detail.state} closure={closure} window={detail.window} reasonId={reasonId} />
          {detail.state === 'passed' && <Suspense><EarnedCertificate certificate={certificate} /></Suspense>}
          {rule}
        </div>
      </div>
    </section>
  )
}

/** A name may be cut short, as it stands whole in the catalogue; our own words may not. */
function Section({ name, without }: { name: string | null; without: string }) {
  return name === null ? <dd>{without}</dd> : <dd className="clip1"><PlatformText>{name}</PlatformText></dd>
}

/** A fact with its icon. */
export function HeroFact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return <span className={`num ${styles.fact}`}>{icon}{children}</span>
}

/** A line beside the button: what completes a course or plan. */
export function HeroRule({ children, id }: { children: ReactNode; id?: string }) {
  return <p className={styles.rule} id={id}>{children}</p>
}
