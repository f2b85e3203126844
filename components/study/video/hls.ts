import type Hls from 'hls.js'
import type { HlsConfig } from 'hls.js'
import { chooseLevel, firstLevel } from '@/components/study/video/quality'
import { Reconnection } from '@/components/study/video/reconnection'

export type Level = { index: number; height: number }

export type HlsTold = {
  /** What there is, and which of them was chosen, -1 for automatic. */
  onLevels: (levels: Level[], chosen: number) => void
  onLevel: (index: number) => void
  onTrouble: (trouble: Trouble) => void
  /** Data flows again after a retry. */
  onRecovered: () => void
}

/** What is wrong with a video: gone, not for this learner, nothing that can be played, or out of reach. */
export type Trouble = { kind: 'missing' | 'denied' | 'format' | 'network'; retrying: boolean }

const MEDIA_TRIES = 3
const MEDIA_PAUSE_MS = 30_000

/** A playing HLS stream that helps itself: network troubles are tried again with growing pauses, media troubles are recovered. */
export type HlsStream = { setLevel: (index: number) => void; destroy: () => void }

/** Plays an HLS address in a video element by hls.js; null when the browser cannot (then it may know HLS itself). */
export async function openHls(video: HTMLVideoElement, url: string, startAt: number, ownCaptions: boolean, told: HlsTold): Promise<HlsStream | null> {
  const { default: HlsEngine } = await import('hls.js')
  if (!HlsEngine.isSupported()) return null
  const config: Partial<HlsConfig> = {
    startPosition: startAt > 0 ? startAt : -1,
    capLevelToPlayerSize: true,
    backBufferLength: 30,
    enableWebVTT: !ownCaptions,
    enableIMSC1: false,
    enableCEA708Captions: false,
  }
  const hls: Hls = new HlsEngine(config)
  let mediaTries: number[] = []
  let hasManifest = false
  let levels: Level[] = []
  const connection = new Reconnection(() => {
    if (hasManifest) hls.startLoad(video.currentTime)
    else hls.loadSource(url)
  })

  hls.on(HlsEngine.Events.MANIFEST_PARSED, (_, data) => {
    hasManifest = true
    // The page's own captions are enough: those of the stream are not even fetched.
    if (ownCaptions) hls.subtitleTrack = -1
    levels = data.levels.map((level, index) => ({ index, height: level.height }))
    const first = firstLevel(levels)
    if (first >= 0) hls.nextLevel = first
    told.onLevels(levels, first)
  })
  hls.on(HlsEngine.Events.LEVEL_SWITCHED, (_, data) => told.onLevel(data.level))
  hls.on(HlsEngine.Events.FRAG_LOADED, () => {
    if (connection.flows()) told.onRecovered()
  })
  hls.on(HlsEngine.Events.ERROR, (_, data) => {
    if (!data.fatal) return
    const status = data.response?.code
    if (data.type === HlsEngine.ErrorTypes.NETWORK_ERROR) {
      if (status === 404 || status === 410) return told.onTrouble({ kind: 'missing', retrying: false })
      if (status === 401 || status === 403) return told.onTrouble({ kind: 'denied', retrying: false })
      // What came is no playlist: trying again would bring the same.
      if (data.details === HlsEngine.ErrorDetails.MANIFEST_PARSING_ERROR) return told.onTrouble({ kind: 'format', retrying: false })
      told.onTrouble({ kind: 'network', retrying: connection.plan() })
    } else if (data.type === HlsEngine.ErrorTypes.MEDIA_ERROR) {
      mediaTries = [...mediaTries.filter((at) => performance.now() - at < MEDIA_PAUSE_MS), performance.now()]
      if (mediaTries.length > MEDIA_TRIES) return told.onTrouble({ kind: 'format', retrying: false })
      if (mediaTries.length === 2) hls.swapAudioCodec()
      hls.recoverMediaError()
    } else told.onTrouble({ kind: 'format', retrying: false })
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return {
    setLevel: (index) => {
      chooseLevel(levels, index)
      hls.nextLevel = index
    },
    destroy: () => {
      connection.cancel()
      hls.destroy()
    },
  }
}
