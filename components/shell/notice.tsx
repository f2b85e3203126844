import { EmptyCase } from '@/components/ui/art/empty-case'
import { ButtonLink } from '@/components/ui/button-link'

type Props = { title: string; text: string; action: { href: string; label: string } }

/** A page that says one thing: not found, no access. */
export function Notice({ title, text, action }: Props) {
  return (
    <main id="main" className="container page page-notice">
      <div className="empty">
        <EmptyCase />
        <h1 className="h2">{title}</h1>
        <p className="muted">{text}</p>
        <ButtonLink href={action.href} look="primary">{action.label}</ButtonLink>
      </div>
    </main>
  )
}
