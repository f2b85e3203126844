import { Search } from 'lucide'
import { useTranslations } from 'next-intl'
import { AddressInput } from '@/components/ui/address-input'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { Icon } from '@/components/ui/icon'

type Props = {
  /** The page itself, without query. */
  action: string
  /** How the word is called in the address. */
  name?: string
  value?: string
  /** Name and placeholder of the field, e.g. 课程名称. */
  label: string
  /** What else the address keeps; leave the page out, so that a search begins on page 1. */
  keep?: Record<string, string | number | undefined | null>
}

/** A word to search for; a plain GET form, so that it works before and without scripts. */
export function SearchBar({ action, name = 'name', value = '', label, keep = {} }: Props) {
  const t = useTranslations('ui.search')
  const kept = Object.entries(keep).filter(([, text]) => text !== undefined && text !== null && text !== '')
  return (
    <Form className="searchbar" role="search" action={action} scroll={false}>
      {kept.map(([key, text]) => <input key={key} type="hidden" name={key} value={String(text)} />)}
      <div className="withicon">
        <Icon of={Search} className="i" />
        <AddressInput className="input" type="search" name={name} value={value} placeholder={label} aria-label={label} maxLength={100} enterKeyHint="search" autoComplete="off" />
      </div>
      <Button type="submit">{t('search')}</Button>
    </Form>
  )
}
