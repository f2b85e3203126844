import 'server-only'
import { Document, Image as Picture, Page, Path, Rect, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer'
import type { Sheet, SheetText } from '@/lib/domain/certificate-sheet'
import type { Locale } from '@/lib/domain/locale'
import { thinned, type TenantTokens } from '@/lib/domain/tenant-colour'
import { facesOf, printable, withFaces } from './fonts'

type Paper = { sheet: Sheet; /** QR code as a path on its own grid, null without a check. */ code: { size: number; path: string } | null; logo: Buffer | null; title: string; author: string; tokens: TenantTokens; locale: Locale }

/** How much ink the dialog mixes with the white of the paper for what matters less. */
const MUTED_INK = 0.72

/** What the platform gave; the other lines are in the page's language. */
const given: ReadonlySet<string> = new Set(['holder', 'name', 'number', 'issuer'])

/** A certificate as a PDF: the sheet of the dialog, box by box, with its fonts inside. */
export function certificatePdf(paper: Paper): Promise<Buffer> {
  return withFaces(() => printed(paper))
}

async function printed({ sheet, code, logo, title, author, tokens, locale }: Paper): Promise<Buffer> {
  const colours = { ink: tokens['--light-brand-ink'], muted: thinned(tokens['--light-brand-ink'], MUTED_INK), brand: tokens['--light-brand-text'], line: tokens['--light-brand-line'], frame: tokens['--light-brand'] }
  const { width, height, frames, ornaments } = sheet
  const lines = await Promise.all(sheet.texts.filter(({ role }) => code || role !== 'check').map(async (line) => {
    const { text, faces } = await printable(line.text, facesOf(line.text, locale, !given.has(line.role)), weightOf(line))
    return { faces, text: { ...line, text } }
  }))
  return renderToBuffer(
    <Document title={title} author={author} language={locale} creator="Trainhall" producer="Trainhall">
      <Page size={[width, height]}>
        <Svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} style={{ position: 'absolute', left: 0, top: 0 }}>
          {frames.map(({ stroke, tone, ...box }) => <Rect key={stroke} {...box} fill="none" stroke={tone === 'brand' ? colours.frame : colours.line} strokeWidth={stroke} />)}
          {ornaments.map((path) => <Path key={path} d={path} fill="none" stroke={colours.frame} strokeWidth={1.2} />)}
        </Svg>
        {logo && <Picture src={{ data: logo, format: 'png' }} style={{ position: 'absolute', left: sheet.logo.x, top: sheet.logo.y, width: sheet.logo.width, height: sheet.logo.height, objectFit: 'contain' }} />}
        {code && (
          <Svg width={sheet.code.width} height={sheet.code.height} viewBox={`0 0 ${code.size} ${code.size}`} style={{ position: 'absolute', left: sheet.code.x, top: sheet.code.y }}>
            <Path d={code.path} fill={colours.ink} />
          </Svg>
        )}
        {lines.map(({ text, faces }) => <Line key={`${text.role}${text.baseline}`} text={text} faces={faces} colour={colours[text.tone]} />)}
      </Page>
    </Document>,
  )
}

/** How far below the top of its box a line of these faces stands, in ems (Noto's ascent), and how high the box is. */
const ASCENT = 1.16
const LINE = 1.448

const weightOf = ({ strong }: SheetText) => (strong ? 600 : 400)

/** One line in a box that is wider and higher than a line can be: the engine has nothing left to break or to drop. */
function Line({ text: line, faces, colour }: { text: SheetText; faces: string[]; colour: string | undefined }) {
  const { x, baseline, size, width, anchor, text } = line
  const room = width * 1.2
  return (
    <View style={{ position: 'absolute', left: anchor === 'middle' ? x - room / 2 : x, top: baseline - ASCENT * size, width: room, height: LINE * size + 2 }}>
      <Text style={{ fontFamily: faces, fontSize: size, fontWeight: weightOf(line), color: colour, textAlign: anchor === 'middle' ? 'center' : 'left', lineHeight: LINE, maxLines: 1 }}>{text}</Text>
    </View>
  )
}
