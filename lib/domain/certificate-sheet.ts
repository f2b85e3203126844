import type { CertificateWords, PrintedCertificate } from './certificates'

/**
 * The paper of a certificate in points (1/72 inch), as both the dialog and the PDF draw it: every line stands in a box of its own, so
 * that two engines with two ideas of line breaking show the same.
 */
export type Sheet = { width: number; height: number; frames: Frame[]; ornaments: string[]; texts: SheetText[]; logo: Box; code: Box }
export type Box = { x: number; y: number; width: number; height: number }
type Frame = Box & { stroke: number; tone: 'brand' | 'line' }
export type SheetText = { role: string; x: number; baseline: number; size: number; strong: boolean; anchor: 'start' | 'middle'; tone: 'ink' | 'muted' | 'brand'; text: string; /** At most so wide. */ width: number }

const sizes = { horizontal: { width: 842, height: 595 }, vertical: { width: 595, height: 842 } } as const
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u2014\u2018-\u201d\u2026\u3000-\u303f\uff00-\uffef]/u
const NO_LINE_START = /^[\u3001\u3002\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f)\],.:;!?\u201d\u2019]/u
const ELLIPSIS = '\u2026'

/** How wide a text is at most, in ems: CJK letters take one, the others what the widest of their kind take in common faces; with what stands `before` it. */
export function emsOf(text: string, before = 0): number {
  let ems = before
  for (const letter of text) ems += WIDE.test(letter) ? 1 : /[MW@%mw]/.test(letter) ? 0.94 : /[A-Z&]/.test(letter) ? 0.72 : /[\s.,:;'|ijl!()[\]]/.test(letter) ? 0.34 : /[\x20-\x7e\u00c0-\u024f]/.test(letter) ? 0.6 : 1
  return ems
}

/** A text cut to so many ems, with an ellipsis where something is missing. */
export function truncated(text: string, ems: number): string {
  if (emsOf(text) <= ems) return text
  let kept = ''
  for (const letter of text) {
    if (emsOf(kept + letter + ELLIPSIS) > ems) break
    kept += letter
  }
  return kept.trimEnd() + ELLIPSIS
}

/** More letters than any line of a certificate has room for: what is longer is cut before it is measured. */
const MOST_LETTERS = 500
/** So many ems may stand out for the sake of what begins no line. */
const MOST_OUT = 2

/** A text of so many letters at most, with an ellipsis where something is missing. */
const short = (text: string) => (text.length > MOST_LETTERS ? [...text.slice(0, MOST_LETTERS)].slice(0, -1).join('') + ELLIPSIS : text)

function piecesOf(text: string, ems: number): string[] {
  const parts = text.match(new RegExp(`${WIDE.source}|\\s+|(?:(?!${WIDE.source})\\S)+`, 'gu')) ?? []
  return parts.flatMap((part) => (emsOf(part) > ems ? [...part] : [part]))
}

/** The lines of a text in a width of so many ems, the last one truncated when there are more than allowed. */
export function linesOf(text: string, ems: number, most: number): string[] {
  const lines: string[] = []
  // The width is carried along, with and without the spaces at the end: measured anew for each piece, a long line would take its square.
  let [line, width, solid] = ['', 0, 0]
  for (const piece of piecesOf(short(text), ems)) {
    if (lines.length > most) break
    const wider = emsOf(piece, width)
    const isBlank = piece.trim() === ''
    const needed = isBlank ? solid : wider
    if (line !== '' && needed > ems && (!NO_LINE_START.test(piece) || needed > ems + MOST_OUT)) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
      width = emsOf(line)
      solid = width
    } else {
      line += piece
      width = wider
      solid = needed
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  if (lines.length <= most) return lines
  const rest = lines.slice(most - 1).join(' ')
  return [...lines.slice(0, most - 1), truncated(rest, ems)]
}

type Place = Pick<SheetText, 'role' | 'x' | 'anchor' | 'tone' | 'strong' | 'width'> & { baseline: number; /** Sizes to try, largest first. */ fit: readonly number[]; lines?: number; leading?: number; /** Smaller in one line rather than in several. */ rather?: 'one' }

/** A text at the largest size at which it is whole; at the smallest one it is cut. */
function set(text: string, { fit, lines: most = 1, leading = 1.35, baseline, rather, ...place }: Place): SheetText[] {
  const fits = (lines: number) => fit.find((size) => linesOf(text, place.width / size, 99).length <= lines)
  const whole = (rather && fits(1)) ?? fits(most)
  const size = whole ?? fit.at(-1)!
  return linesOf(text, place.width / size, most).map((line, index) => ({ ...place, text: line, size, baseline: baseline + index * size * leading }))
}

const centred = { anchor: 'middle', strong: false } as const
const left = { anchor: 'start', strong: false } as const

/** The sheet of a certificate: its template decides where things stand; a long name of the course is cut on the horizontal one (spec 3 §2.10). */
export function sheetOf(certificate: PrintedCertificate, words: CertificateWords): Sheet {
  const { layout, learnerName, name } = certificate
  const { width, height } = sizes[layout]
  const tall = layout === 'vertical'
  const middle = width / 2
  const column = tall ? 204 : 236
  const at = tall ? { logo: 74, title: 192, holder: 276, work: 306, statement: 360, course: 414, facts: 556, left: 84, right: 308, step: 62 } : { logo: 48, title: 148, holder: 208, work: 234, statement: 276, course: 322, facts: 412, left: 92, right: 350, step: 62 }
  const fact = (role: keyof CertificateWords['facts'], x: number, row: number) => {
    const top = at.facts + row * at.step
    const { term, text } = words.facts[role]
    return [
      ...set(term, { ...left, role: `${role}-term`, x, baseline: top, width: column, tone: 'muted', fit: [11, 9] }),
      ...set(text, { ...left, role, x, baseline: top + 20, width: column, tone: 'ink', strong: true, fit: [14, 12, 10.5], lines: 2, leading: 1.3 }),
    ]
  }
  const code = tall ? { x: middle - 44, y: 676, width: 88, height: 88 } : { x: 656, y: 398, width: 92, height: 92 }
  return {
    width,
    height,
    frames: [
      { x: 22, y: 22, width: width - 44, height: height - 44, stroke: 2.5, tone: 'brand' },
      { x: 30, y: 30, width: width - 60, height: height - 60, stroke: 0.8, tone: 'line' },
    ],
    ornaments: [...corners(width, height), ...rule(middle, tall ? 218 : 168)],
    logo: { x: middle - 26, y: at.logo, width: 52, height: 52 },
    code,
    texts: [
      ...set(words.title, { ...centred, role: 'title', x: middle, baseline: at.title, width: width - 160, tone: 'brand', strong: true, fit: [36, 30, 24] }),
      ...set(learnerName, { ...centred, role: 'holder', x: middle, baseline: at.holder, width: width - 160, tone: 'ink', strong: true, fit: [28, 24, 20, 16, 12] }),
      ...(words.workNumber ? set(words.workNumber, { ...centred, role: 'workNumber', x: middle, baseline: at.work, width: width - 160, tone: 'muted', fit: [13, 11, 9] }) : []),
      ...set(words.statement, { ...centred, role: 'statement', x: middle, baseline: at.statement, width: width - 140, tone: 'muted', fit: [14, 13, 12, 11], lines: 2, rather: 'one' }),
      ...set(name, { ...centred, role: 'name', x: middle, baseline: at.course, width: tall ? 440 : 640, tone: 'ink', strong: true, fit: tall ? [26, 22, 19] : [26, 22], lines: tall ? 4 : 1 }),
      ...fact('number', at.left, 0), ...fact('validity', at.right, 0), ...fact('obtained', at.left, 1), ...fact('issuer', at.right, 1),
      ...set(words.check, { ...centred, role: 'check', x: code.x + code.width / 2, baseline: code.y + code.height + 16, width: 180, tone: 'muted', fit: [10, 8] }),
    ],
  }
}

/** Storeys in the four corners, the picture idea of the design. */
function corners(width: number, height: number): string[] {
  const steps = (x: number, y: number, h: 1 | -1, v: 1 | -1) => [0, 1, 2].map((n) => `M${x} ${y + v * (14 + n * 12)}h${h * (38 - n * 12)}v${v * -6}`).join('')
  return [steps(38, 38, 1, 1), steps(width - 38, 38, -1, 1), steps(38, height - 38, 1, -1), steps(width - 38, height - 38, -1, -1)]
}

function rule(middle: number, y: number): string[] {
  return [`M${middle - 90} ${y}h76`, `M${middle + 14} ${y}h76`, `M${middle - 6} ${y}l6 -5l6 5l-6 5z`]
}
