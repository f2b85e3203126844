import { ChevronDown } from 'lucide'
import type { Ref, SelectHTMLAttributes } from 'react'
import { Icon } from '@/components/ui/icon'

export type SelectOption = { value: string | number; label: string; lang?: string | undefined; disabled?: boolean }

type Props = { options: readonly SelectOption[]; block?: boolean; ref?: Ref<HTMLSelectElement> } & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'children'>

/** The browser's own select; give `aria-label`, or use `SelectField`. */
export function Select({ options, block = false, ...rest }: Props) {
  return (
    <span className={block ? 'select select-block' : 'select'}>
      <select {...rest}>
        {options.map(({ value, label, lang, disabled }) => <option key={value} lang={lang} value={value} disabled={disabled}>{label}</option>)}
      </select>
      <Icon of={ChevronDown} className="i i-16" />
    </span>
  )
}
