// A small window of its own for a video: the standard, and Safari's own way where that is missing.
type WebKitVideo = HTMLVideoElement & { webkitSupportsPresentationMode?: (mode: string) => boolean; webkitSetPresentationMode?: (mode: string) => void; webkitPresentationMode?: string }

/** The events after which `isInPicture` may have changed. */
export const pictureEvents = ['enterpictureinpicture', 'leavepictureinpicture', 'webkitpresentationmodechanged']

/** Whether the browser can show this video in a small window. */
export function canPicture(video: WebKitVideo): boolean {
  return document.pictureInPictureEnabled || video.webkitSupportsPresentationMode?.('picture-in-picture') === true
}

/** Whether the video is in its small window now. */
export function isInPicture(video: WebKitVideo): boolean {
  return document.pictureInPictureElement === video || video.webkitPresentationMode === 'picture-in-picture'
}

/** Into the small window, or back; a browser that refuses leaves things as they are. */
export async function togglePicture(video: WebKitVideo): Promise<void> {
  if (document.pictureInPictureElement === video) await document.exitPictureInPicture().catch(() => undefined)
  else if (document.pictureInPictureEnabled) await video.requestPictureInPicture().catch(() => undefined)
  else video.webkitSetPresentationMode?.(isInPicture(video) ? 'inline' : 'picture-in-picture')
}
