import type { KeptChoices } from '@/components/study/kept'

const VOLUME_KEY = 'volume'

/** Gives a video the volume that was chosen last. */
export function takeUpVolume(video: HTMLVideoElement, kept: KeptChoices): void {
  video.volume = Math.min(1, Math.max(0, Number(kept.read(VOLUME_KEY) ?? 1) || 0))
}

/** Sets the volume of a video, and keeps it for the next one. */
export function changeVolume(video: HTMLVideoElement, kept: KeptChoices, volume: number): void {
  video.volume = Math.min(1, Math.max(0, Math.round(volume * 100) / 100))
  video.muted = video.volume === 0
  kept.write(VOLUME_KEY, String(video.volume))
}

/** Silences a video, or lets it be heard again. */
export function toggleMute(video: HTMLVideoElement, kept: KeptChoices): void {
  // A volume of nothing, as it may be kept, is silent too.
  video.muted = !video.muted && video.volume > 0
  if (!video.muted && video.volume === 0) changeVolume(video, kept, 0.5)
}
