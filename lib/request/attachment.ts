import 'server-only'
import { beginningOf } from '@/lib/training/beginning'

/** What no system takes in the name of a file, and what would end the header's line or its quotes. */
const ODD = /[/\\:*?"<>|%;\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Nobody reads a longer name, and with one that has no end the head of the answer is more than clients read. */
const LONGEST = 100

/** A name that is not too long; what its end says of the kind of file stays. */
function shortened(name: string): string {
  if (name.length <= LONGEST) return name
  const kind = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return beginningOf(name, LONGEST - kind.length) + kind
}

/** The header that has a browser keep an answer under a name of any letters, of which it takes 100: in ASCII for old programs, and as it is (RFC 6266). */
export function attachmentNamed(name: string): string {
  const clean = shortened(name.toWellFormed().replace(ODD, '_'))
  // `encodeURIComponent` leaves some letters that the header's grammar wants encoded (RFC 8187).
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${clean.replace(/[^\x20-\x7e]/g, '_')}"; filename*=UTF-8''${encoded}`
}
