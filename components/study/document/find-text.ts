/** The text of one page without its spaces and letter forms, and where each letter came from. */
export type PageText = { letters: string; /** For each letter: piece of text on the page, and place in it. */ items: Int32Array; offsets: Int32Array }

/** A place where a word was found: on which page, from which letter to which (not included). */
export type Match = { page: number; from: number; to: number }

/** How a mark with a place of its own is put together. */
const STANDS_ALONE = /^ \p{M}/u

/** What is compared of a letter: without spaces (CJK lines break anywhere) and case, full-width as half-width, what stands over or beside it behind it. */
function plain(letter: string): string {
  const parts = letter.normalize('NFKD')
  // A mark that stands by itself, as in 10´, is none of the letter before it.
  return STANDS_ALONE.test(parts) ? letter : parts.toLowerCase().replace(/\s+/g, '')
}

/** The text of a page made searchable out of its pieces. */
export function pageTextOf(pieces: readonly string[]): PageText {
  const letters: string[] = []
  const items: number[] = []
  const offsets: number[] = []
  pieces.forEach((piece, item) => {
    let offset = 0
    for (const letter of piece) {
      for (const unit of plain(letter)) {
        letters.push(unit)
        // Letters outside the basic plane are two units long; each unit needs its own place.
        for (let index = 0; index < unit.length; index += 1) {
          items.push(item)
          offsets.push(offset)
        }
      }
      offset += letter.length
    }
  })
  return { letters: letters.join(''), items: Int32Array.from(items), offsets: Int32Array.from(offsets) }
}

const MAX_MATCHES_PER_PAGE = 500
/** What makes another letter of the one before it: accents, the marks of が and ぱ, and the rest of a Korean syllable. */
const CHANGES_LETTER = /^[\u0300-\u036f\u1160-\u11ff\u3099\u309a]/

/** Where a word stands on a page; an empty word stands nowhere. */
export function matchesOn(text: PageText, word: string, page: number): Match[] {
  const wanted = pageTextOf([word]).letters
  const found: Match[] = []
  if (wanted === '') return found
  let at = text.letters.indexOf(wanted)
  while (at >= 0 && found.length < MAX_MATCHES_PER_PAGE) {
    const to = at + wanted.length
    const isWhole = !CHANGES_LETTER.test(text.letters.charAt(to))
    if (isWhole) found.push({ page, from: at, to })
    // The word may also begin within what is no match: ガカ in ガガカ.
    at = text.letters.indexOf(wanted, isWhole ? to : at + 1)
  }
  return found
}

/** The first match on or after a page, the very first when there is none; -1 without matches. */
export function firstFrom(matches: readonly Match[], page: number): number {
  if (matches.length === 0) return -1
  return Math.max(0, matches.findIndex((match) => match.page >= page))
}
