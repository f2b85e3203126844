export type CaptionChoice = { language: string; label: string }

/**
 * The captions of a video element, be they tracks of the page or found in the stream. They are real text tracks kept hidden and drawn by
 * the player; where the system draws the whole picture (full screen of a phone, picture in picture) the track shows itself.
 */
export class CaptionTracks {
  readonly #video: HTMLVideoElement
  readonly #onFound: (captions: CaptionChoice[]) => void
  readonly #onCue: (text: string) => void
  #language: string | null = null
  #shown: TextTrack | null = null
  #bySystem = false

  constructor(video: HTMLVideoElement, signal: AbortSignal, onFound: (captions: CaptionChoice[]) => void, onCue: (text: string) => void) {
    this.#video = video
    this.#onCue = onCue
    this.#onFound = onFound
    video.textTracks.addEventListener('addtrack', this.tell, { signal })
    video.textTracks.addEventListener('removetrack', this.tell, { signal })
    const system = (on: boolean) => () => {
      this.#bySystem = on
      this.#apply()
    }
    video.addEventListener('webkitbeginfullscreen', system(true), { signal })
    video.addEventListener('webkitendfullscreen', system(false), { signal })
    video.addEventListener('enterpictureinpicture', system(true), { signal })
    video.addEventListener('leavepictureinpicture', system(false), { signal })
    signal.addEventListener('abort', () => this.#follow(null))
  }

  /** Tells which captions there are: those of the page are there before anything is opened, and stay when it is opened again. */
  readonly tell = () => this.#onFound(this.#tracks().map((track) => ({ language: languageOf(track), label: track.label || track.language })))

  /** Shows the captions of a language, or none. */
  show(language: string | null): void {
    this.#language = language
    this.#apply()
  }

  #tracks(): TextTrack[] {
    const all = [...this.#video.textTracks].filter((track) => track.kind === 'subtitles' || track.kind === 'captions')
    return all.filter((track, index) => all.findIndex((other) => languageOf(other) === languageOf(track)) === index)
  }

  #apply(): void {
    const chosen = this.#tracks().find((track) => this.#language !== null && languageOf(track) === this.#language) ?? null
    for (const track of this.#video.textTracks) track.mode = track !== chosen ? 'disabled' : this.#bySystem ? 'showing' : 'hidden'
    this.#follow(chosen)
  }

  readonly #say = () => this.#onCue([...(this.#shown?.activeCues ?? [])].map(textOf).filter(Boolean).join('\n'))

  #follow(track: TextTrack | null): void {
    if (this.#shown !== track) {
      this.#shown?.removeEventListener('cuechange', this.#say)
      track?.addEventListener('cuechange', this.#say)
      this.#shown = track
    }
    this.#say()
  }
}

/** `zh-CN` and `chi` are `zh` for us: one choice per language. */
function languageOf(track: TextTrack): string {
  const tag = track.language.toLowerCase().split('-')[0] ?? ''
  return { chi: 'zh', zho: 'zh', eng: 'en', jpn: 'ja' }[tag] ?? (tag || track.label)
}

function textOf(cue: TextTrackCue): string {
  return 'getCueAsHTML' in cue ? ((cue as VTTCue).getCueAsHTML().textContent ?? '').trim() : ''
}

/**
 * The language of the captions to show, null for none: the one people chose last (`off` for none); before that the page's own, if there are
 * captions in it. With `any` there shall be some, whatever was chosen.
 */
export function wishedCaption(captions: CaptionChoice[], { chosen, locale, any }: { chosen: string | null; locale: string; any: boolean }): string | null {
  if (chosen === 'off' && !any) return null
  const has = (language: string | null) => captions.some((caption) => caption.language === language)
  if (chosen && has(chosen)) return chosen
  if (has(locale)) return locale
  return any || (chosen && chosen !== 'off') ? (captions[0]?.language ?? null) : null
}
