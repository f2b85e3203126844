/** `page` fills the window where a browser (iPhone) has full screen for nothing but the bare video: so captions and watermark stay. */
export type Frame = 'none' | 'screen' | 'page'

type WebKitVideo = HTMLVideoElement & { webkitSupportsPresentationMode?: (mode: string) => boolean; webkitSetPresentationMode?: (mode: string) => void; webkitPresentationMode?: string }

/** Full screen of the player's box and picture in picture of its video. */
export class FrameMode {
  readonly #box: HTMLElement
  readonly #video: WebKitVideo | null
  readonly #changed: (frame: Frame, inPicture: boolean) => void
  #page = false

  constructor(box: HTMLElement, video: HTMLVideoElement | null, signal: AbortSignal, changed: (frame: Frame, inPicture: boolean) => void) {
    this.#box = box
    this.#video = video
    this.#changed = changed
    const tell = () => this.#tell()
    document.addEventListener('fullscreenchange', tell, { signal })
    for (const name of ['enterpictureinpicture', 'leavepictureinpicture', 'webkitpresentationmodechanged']) video?.addEventListener(name, tell, { signal })
    document.addEventListener('keydown', (event) => {
      if (this.#page && event.key === 'Escape' && !event.defaultPrevented) this.#setPage(false)
    }, { signal })
  }

  get canPicture(): boolean {
    if (!this.#video) return false
    return document.pictureInPictureEnabled || this.#video.webkitSupportsPresentationMode?.('picture-in-picture') === true
  }

  async toggle(): Promise<void> {
    if (document.fullscreenElement === this.#box) return document.exitFullscreen().catch(() => undefined)
    if (this.#page) return this.#setPage(false)
    if (document.fullscreenEnabled && this.#box.requestFullscreen !== undefined) {
      return this.#box.requestFullscreen({ navigationUI: 'hide' }).catch(() => this.#setPage(true))
    }
    this.#setPage(true)
  }

  async togglePicture(): Promise<void> {
    const video = this.#video
    if (!video) return
    if (document.pictureInPictureElement === video) await document.exitPictureInPicture().catch(() => undefined)
    else if (document.pictureInPictureEnabled) await video.requestPictureInPicture().catch(() => undefined)
    else video.webkitSetPresentationMode?.(video.webkitPresentationMode === 'picture-in-picture' ? 'inline' : 'picture-in-picture')
  }

  /** Back to normal when the player goes. */
  leave(): void {
    this.#setPage(false)
    if (document.fullscreenElement === this.#box) void document.exitFullscreen().catch(() => undefined)
  }

  #setPage(on: boolean): void {
    if (this.#page === on) return
    this.#page = on
    this.#tell()
  }

  #tell(): void {
    const frame = document.fullscreenElement === this.#box ? 'screen' : this.#page ? 'page' : 'none'
    this.#changed(frame, document.pictureInPictureElement === this.#video && this.#video !== null || this.#video?.webkitPresentationMode === 'picture-in-picture')
  }
}
