import { Children, type ReactNode } from 'react'

type Props = { children: ReactNode; label?: string; /** On phones each card is a row (`rows`) or they stand two by two (`two`). */ phone?: 'rows' | 'two' }

/** Cards side by side: four from 1200, three, two, one. */
export function Grid({ children, label, phone }: Props) {
  return <ul className={phone ? `grid4 ${phone}` : 'grid4'} aria-label={label}>{Children.map(children, (child) => <li>{child}</li>)}</ul>
}
