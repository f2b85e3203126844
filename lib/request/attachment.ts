import 'server-only'

/** What no system takes in the name of a file, and what would end the header's line or its quotes. */
const ODD = /[/\\:*?"<>|%;\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The header that has a browser keep an answer under a name of any letters: in ASCII for old programs, and as it is (RFC 6266). */
export function attachmentNamed(name: string): string {
  const clean = name.toWellFormed().replace(ODD, '_')
  // `encodeURIComponent` leaves some letters that the header's grammar wants encoded (RFC 8187).
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${clean.replace(/[^\x20-\x7e]/g, '_')}"; filename*=UTF-8''${encoded}`
}
