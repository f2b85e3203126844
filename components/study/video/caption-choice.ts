import type { KeptChoices } from '@/components/study/kept'
import { wishedCaption, type CaptionChoice } from '@/components/study/video/caption-tracks'

const LANGUAGE_KEY = 'captions'
const OFF_KEY = 'captionsOff'

/** Keeps the language that was chosen, or that there shall be no captions: the language stays for when they are asked for again. */
export function chooseCaption(kept: KeptChoices, language: string | null): void {
  if (language !== null) kept.write(LANGUAGE_KEY, language)
  kept.write(OFF_KEY, String(language === null))
}

/** The language of the captions that a video begins with, null for none. */
export function firstCaption(kept: KeptChoices, captions: CaptionChoice[], locale: string): string | null {
  return wishedCaption(captions, { chosen: kept.read(OFF_KEY) === 'true' ? 'off' : kept.read(LANGUAGE_KEY), locale, any: false })
}

/** Turns captions off, or on again, keeps that, and gives back the language that shows then. */
export function toggleCaptions(kept: KeptChoices, { caption, captions }: { caption: string | null; captions: CaptionChoice[] }, locale: string): string | null {
  // Where there are none, nothing is chosen for the videos that have some.
  if (captions.length === 0) return null
  if (caption) {
    chooseCaption(kept, null)
    return null
  }
  const chosen = kept.read(LANGUAGE_KEY)
  const language = wishedCaption(captions, { chosen, locale, any: true })
  // One that this video lacks stays chosen. `off` stood there for none before the language was kept beside it.
  chooseCaption(kept, chosen && chosen !== 'off' ? chosen : language)
  return language
}
