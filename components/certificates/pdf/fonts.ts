import 'server-only'
import { Font } from '@react-pdf/renderer'
import path from 'node:path'
import type { Locale } from '@/lib/domain/locale'

const regions = { SC: 'sc', JP: 'jp' } as const
const weights = [{ fontWeight: 400, folder: '400Regular', plain: 'Regular' }, { fontWeight: 600, folder: '600SemiBold', plain: 'Bold' }] as const
const modules = path.join(process.cwd(), 'node_modules')
/** European letters that the other two lack. */
const LATIN = 'Liberation Sans'
/** What stands for a letter that no face has; it is never left to the engine, which prints another letter in its place. */
const NO_LETTER = '\u25a1'

/** So long after a certificate its faces stay open: each takes 10 MB, and certificates are printed now and then. */
const IDLE_MS = 60_000
const printing = { papers: 0, idle: undefined as NodeJS.Timeout | undefined }

/** Names the faces; those that were open are let go. */
function registerFaces(): void {
  const known = Font.getRegisteredFonts()
  const register = (family: string, sources: string[]) => {
    delete known[family]
    Font.register({ family, fonts: weights.map(({ fontWeight }, index) => ({ fontWeight, src: sources[index]! })) })
  }
  for (const [region, folder] of Object.entries(regions)) {
    const at = path.join(modules, '@expo-google-fonts', `noto-sans-${folder}`)
    register(`Noto Sans ${region}`, weights.map((weight) => path.join(at, weight.folder, `NotoSans${region}_${weight.folder}.ttf`)))
  }
  register(LATIN, weights.map(({ plain }) => path.join(modules, 'pdfjs-dist', 'standard_fonts', `LiberationSans-${plain}.ttf`)))
}

registerFaces()

/** Prints with the faces, which are let go a while after the last print. */
export async function withFaces<T>(print: () => Promise<T>): Promise<T> {
  printing.papers += 1
  clearTimeout(printing.idle)
  try {
    return await print()
  } finally {
    printing.papers -= 1
    if (printing.papers === 0) printing.idle = setTimeout(registerFaces, IDLE_MS).unref()
  }
}

// A line is a line: nothing is hyphenated.
Font.registerHyphenationCallback((word) => [word])

const graphemes = new Intl.Segmenter()
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The faces of a text, the one that suits it first; a rare letter that one lacks is taken from the other. */
export function facesOf(text: string, locale: Locale, isOurs: boolean): string[] {
  // Han letters look different in Japan; names come from a platform in China unless kana say otherwise.
  const japanese = KANA.test(text) || (isOurs && locale === 'ja')
  return japanese ? ['Noto Sans JP', 'Noto Sans SC', LATIN] : ['Noto Sans SC', 'Noto Sans JP', LATIN]
}

/**
 * A text as these faces print it, an empty square where none of them has the letter, and those that it needs: the engine opens all it is
 * given, and a face takes 10 MB.
 */
export async function printable(text: string, faces: string[], fontWeight: 400 | 600): Promise<{ text: string; faces: string[] }> {
  const clusters = [...graphemes.segment(text.normalize('NFC'))].map(({ segment }) => segment)
  const needed: string[] = []
  let lacking = new Set(clusters.flatMap((cluster) => [...cluster]))
  for (const fontFamily of faces) {
    if (lacking.size === 0 && needed.length > 0) break
    const face = { fontFamily, fontWeight, fontStyle: 'normal' } as const
    await Font.load(face)
    const font = Font.getFont(face).data
    needed.push(fontFamily)
    lacking = new Set([...lacking].filter((letter) => !font?.hasGlyphForCodePoint(letter.codePointAt(0)!)))
  }
  return { text: clusters.map((cluster) => ([...cluster].some((letter) => lacking.has(letter)) ? NO_LETTER : cluster)).join(''), faces: needed }
}
