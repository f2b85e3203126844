import type { KeptChoices } from '@/components/study/kept'

const VOLUME_KEY = 'volume'
const MUTED_KEY = 'muted'

/** Gives a video the volume that was chosen last, and silences it where the last one was silenced. */
export function takeUpVolume(video: HTMLVideoElement, kept: KeptChoices): void {
  video.volume = Math.min(1, Math.max(0, Number(kept.read(VOLUME_KEY) ?? 1) || 0))
  video.muted = kept.read(MUTED_KEY) === 'true'
}

function mute(video: HTMLVideoElement, kept: KeptChoices, muted: boolean): void {
  video.muted = muted
  kept.write(MUTED_KEY, String(muted))
}

/** Sets the volume of a video, and keeps it for the next one. */
export function changeVolume(video: HTMLVideoElement, kept: KeptChoices, volume: number): void {
  video.volume = Math.min(1, Math.max(0, Math.round(volume * 100) / 100))
  kept.write(VOLUME_KEY, String(video.volume))
  mute(video, kept, video.volume === 0)
}

/** Silences a video, or lets it be heard again, and the next one too. */
export function toggleMute(video: HTMLVideoElement, kept: KeptChoices): void {
  // A volume of nothing, as it may be kept, is silent too.
  mute(video, kept, !video.muted && video.volume > 0)
  if (!video.muted && video.volume === 0) changeVolume(video, kept, 0.5)
}
