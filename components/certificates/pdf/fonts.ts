import 'server-only'
import { Font } from '@react-pdf/renderer'
import path from 'node:path'
import type { Locale } from '@/lib/domain/locale'

const regions = { SC: 'sc', JP: 'jp' } as const
const weights = [{ fontWeight: 400, folder: '400Regular' }, { fontWeight: 600, folder: '600SemiBold' }] as const

for (const [region, folder] of Object.entries(regions)) {
  const at = path.join(process.cwd(), 'node_modules', '@expo-google-fonts', `noto-sans-${folder}`)
  const fonts = weights.map(({ fontWeight, folder: weight }) => ({ fontWeight, src: path.join(at, weight, `NotoSans${region}_${weight}.ttf`) }))
  Font.register({ family: `Noto Sans ${region}`, fonts })
}
// A line is a line: nothing is hyphenated.
Font.registerHyphenationCallback((word) => [word])

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The faces of a text, the one that suits it first; a rare letter that one lacks is taken from the other. */
export function facesOf(text: string, locale: Locale, isOurs: boolean): string[] {
  // Han letters look different in Japan; names come from a platform in China unless kana say otherwise.
  const japanese = KANA.test(text) || (isOurs && locale === 'ja')
  return japanese ? ['Noto Sans JP', 'Noto Sans SC'] : ['Noto Sans SC', 'Noto Sans JP']
}
