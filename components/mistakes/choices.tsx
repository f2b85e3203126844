import styles from '@/components/mistakes/mistakes.module.css'
import { Link } from '@/components/ui/link'

export type Choice = { label: string; lang?: string; href: string; current: boolean }

/** One filter of the book: a line of choices with its name. */
export function Choices({ name, choices }: { name: string; choices: Choice[] }) {
  return (
    <nav className={styles.line} aria-label={name}>
      <span aria-hidden="true">{name}</span>
      <ul className={styles.choices}>{choices.map((choice) => <li key={choice.href}><ChoiceLink {...choice} /></li>)}</ul>
    </nav>
  )
}

export function ChoiceLink({ label, lang, href, current }: Choice) {
  return <Link className={styles.choice} href={href} lang={lang} aria-current={current ? 'true' : undefined} scroll={false}><span>{label}</span></Link>
}
