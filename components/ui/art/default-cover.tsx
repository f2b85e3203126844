import { useId } from 'react'

/** The cover of what has none: an open book, in the colours of the theme and the tenant. */
export function DefaultCover() {
  const grid = useId()
  const book = 'M160 66q-22-15-52-12v62q30-3 52 12 22-15 52-12V54q-30-3-52 12z'
  return (
    <svg aria-hidden="true" viewBox="0 0 320 180" width="320" height="180" preserveAspectRatio="xMidYMid slice">
      <defs>
        <pattern id={grid} width="16" height="16" patternUnits="userSpaceOnUse"><path d="M16 0H0v16" fill="none" stroke="var(--art-2)" /></pattern>
      </defs>
      <path d="M0 0h320v180H0z" fill="var(--art-1)" />
      <path d="M0 0h320v180H0z" fill={`url(#${grid})`} opacity=".7" />
      <circle cx="160" cy="92" r="66" fill="var(--art-2)" />
      <path d={book} fill="var(--art-0)" />
      <path d={`${book}m0 0v62`} fill="none" stroke="var(--art-line)" strokeWidth="3" strokeLinejoin="round" />
      <path d="M120 70q14-1 28 5M120 84q14-1 28 5M120 98q14-1 28 5M200 70q-14-1-28 5M200 84q-14-1-28 5" fill="none" stroke="var(--art-3)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
