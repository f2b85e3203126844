export type StampKind = 'passed' | 'failed' | 'expired'

/** What surrounds the word: round with stars and a tick, a box with a cross, an octagon with a clock. */
export const stampFrames = {
  passed: (
    <>
      <circle cx="64" cy="64" r="56" strokeWidth="4" />
      <circle cx="64" cy="64" r="49.5" strokeWidth="1.5" />
      <path d="M17.5 51.5h93M17.5 82h93" strokeWidth="1.5" />
      <path d="M42 33.21L42.95 35.5L45.42 35.7L43.54 37.31L44.12 39.72L42 38.43L39.88 39.72L40.46 37.31L38.58 35.7L41.05 35.5ZM53 28.85L53.95 31.14L56.42 31.34L54.54 32.95L55.12 35.36L53 34.07L50.88 35.36L51.46 32.95L49.58 31.34L52.05 31.14ZM64 26L65.32 29.18L68.76 29.45L66.14 31.7L66.94 35.05L64 33.25L61.06 35.05L61.86 31.7L59.24 29.45L62.68 29.18ZM75 28.85L75.95 31.14L78.42 31.34L76.54 32.95L77.12 35.36L75 34.07L72.88 35.36L73.46 32.95L71.58 31.34L74.05 31.14ZM86 33.21L86.95 35.5L89.42 35.7L87.54 37.31L88.12 39.72L86 38.43L83.88 39.72L84.46 37.31L82.58 35.7L85.05 35.5Z" fill="currentColor" stroke="none" />
      <path d="M54 98l7 6.5 13-14" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
    </>
  ),
  failed: (
    <>
      <path d="M14 40h100v48H14z" strokeWidth="4" strokeLinejoin="round" />
      <path d="M20 46h88v36H20z" strokeWidth="1.5" />
      <path d="M57 98l14 14m0-14l-14 14" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  expired: (
    <>
      <path d="M41 10h46l31 31v46l-31 31H41L10 87V41z" strokeWidth="4" strokeLinejoin="round" />
      <path d="M43.5 17h41L111 43.5v41L84.5 111h-41L17 84.5v-41z" strokeWidth="1.5" strokeDasharray="5 4" />
      <circle cx="64" cy="33.5" r="9" strokeWidth="3" />
      <path d="M64 28.5v5.5l3.6 2.4" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
    </>
  ),
}
