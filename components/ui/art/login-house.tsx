/** The house with a trade on each floor, beside the login. */
export function LoginHouse({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 560 620" preserveAspectRatio="xMidYMax meet">
      <path d="M20 596h520" stroke="var(--art-line)" strokeWidth="3" strokeLinecap="round"/>
      <path d="M60 596V176h440v420z" fill="var(--art-0)"/>
      {/* The trades keep their colours in either theme, so that they can be a picture of their own. */}
      <image href="/art/house-floors.svg" x="72" y="188" width="416" height="396" />
      <path d="M60 596V176h440v420z" fill="none" stroke="var(--art-roof)" strokeWidth="4"/><path d="M60 318h440M60 454h440M280 176v420" stroke="var(--art-roof)" strokeWidth="4"/><path d="M72 590h200M288 590h200" stroke="var(--art-roof)" strokeWidth="0"/>
      <path d="M34 180q26-4 46-40h400q20 36 46 40l-14 10H48z" fill="var(--art-roof)"/><path d="M150 140v-34h260v34z" fill="#fff" stroke="var(--art-roof)" strokeWidth="4"/><path d="M176 116h32v24h-32zM232 116h32v24h-32zM296 116h32v24h-32zM352 116h32v24h-32z" fill="#FFE3A1"/><path d="M122 110q22-4 38-34h240q16 30 38 34l-12 8H134z" fill="var(--art-roof)"/><path d="M246 76V54h68v22z" fill="#fff" stroke="var(--art-roof)" strokeWidth="4"/><path d="M222 58q18-4 30-26h56q12 22 30 26l-10 7h-96z" fill="var(--art-roof)"/><path d="M280 32V2" stroke="var(--art-roof)" strokeWidth="4" strokeLinecap="round"/><path d="M282 3h34l-8 9 8 9h-34z" fill="#DB4B3F"/>
    </svg>
  )
}
