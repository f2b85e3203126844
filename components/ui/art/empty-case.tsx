const line = 'stroke="var(--art-line)" stroke-width="2.5" stroke-linejoin="round"'
const thin = 'fill="none" stroke="var(--art-2)" stroke-width="2.5" stroke-linejoin="round"'

// As text: every page carries its not-found view along, and thirteen elements cost more than one.
const drawing = `
<ellipse cx="120" cy="140" rx="92" ry="9" fill="var(--art-1)"/>
<path d="M58 78L82 30h76l24 48z" fill="var(--art-1)" ${line}/>
<path d="M76 66l14-26h60l14 26" ${thin}/>
<path d="M104 30v-7a5 5 0 0 1 5-5h22a5 5 0 0 1 5 5v7" fill="none" ${line}/>
<path d="M54 78h132l-8 14H62z" fill="var(--art-2)" ${line}/>
<rect x="50" y="92" width="140" height="46" rx="6" fill="var(--art-0)" ${line}/>
<path d="M50 108h140" ${thin}/>
<rect x="108" y="101" width="24" height="15" rx="3" fill="var(--art-3)" ${line}/>
<circle cx="66" cy="124" r="2.5" fill="var(--art-line)"/>
<circle cx="174" cy="124" r="2.5" fill="var(--art-line)"/>
<path d="M34 56h10M39 51v10M204 38h8M208 34v8" fill="none" stroke="var(--art-4)" stroke-width="2.5" stroke-linecap="round"/>
<circle cx="206" cy="84" r="3.5" fill="none" stroke="var(--art-3)" stroke-width="2.5"/>
<circle cx="30" cy="98" r="3" fill="var(--art-3)"/>`.replaceAll('\n', '')

/** The open, empty tool case of empty views. */
export function EmptyCase() {
  return <svg aria-hidden="true" className="art" viewBox="0 0 240 160" width="240" height="160" dangerouslySetInnerHTML={{ __html: drawing }} />
}
