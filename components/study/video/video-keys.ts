import type { KeyboardEvent } from 'react'
import type { FrameMode } from '@/components/study/frame-mode'
import { focusedPart, videoAction } from '@/components/study/video/keys'
import type { VideoEngine } from '@/components/study/video/video-engine'

type Given = { engine: VideoEngine; frame: FrameMode; /** The list of keys is open: it has the keyboard. */ isHelpOpen: boolean; onHelp: () => void }

/** What a pressed key does to a video. */
export function videoKeys({ engine, frame, isHelpOpen, onHelp }: Given) {
  return (event: KeyboardEvent) => {
    const action = videoAction({ key: event.key, ctrlKey: event.ctrlKey, metaKey: event.metaKey, altKey: event.altKey, defaultPrevented: event.defaultPrevented }, focusedPart(event.target as Element))
    if (!action || isHelpOpen) return
    event.preventDefault()
    switch (action.do) {
      case 'toggle': return engine.toggle()
      case 'seekBy': return engine.seekBy(action.seconds)
      case 'volumeBy': return engine.volumeBy(action.step)
      case 'fullscreen': return void frame.toggle()
      case 'mute': return engine.toggleMute()
      case 'captions': return engine.toggleCaptions()
      case 'help': return onHelp()
    }
  }
}
