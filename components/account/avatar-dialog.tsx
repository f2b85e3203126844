'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { cutSquare } from '@/components/account/cut-square'
import { useWordsOfError } from '@/components/account/use-words-of-error'
import { useLeadAway } from '@/components/shell/lead-away'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { notify } from '@/components/ui/notify'
import { ProgressLine } from '@/components/ui/progress-bar'
import { isSentWhole } from '@/lib/domain/account'
import { sendAvatar } from '@/lib/queries/account'
import { BffError } from '@/lib/queries/bff'
import styles from './profile.module.css'

type Area = { x: number; y: number; width: number; height: number }
type Props = { file: File; /** The address under which the browser shows it. */ src: string; onClose: () => void; onFault: (text: string) => void; onChanged: (url: string | null) => void }
const PREVIEW = 96
const ZOOM = { min: 1, max: 4, step: 0.05 }
const fileFaults = ['kind', 'size', 'dimensions'] as const

/** The chosen square, small and round as it will be seen. */
function Preview({ src, share, label }: { src: string; share: Area; label: string }) {
  const width = (PREVIEW * 100) / share.width
  return (
    <figure className={styles.preview}>
      <span><img src={src} alt="" style={{ width, left: -(share.x / 100) * width, top: `${-(share.y / share.height) * PREVIEW}px` }} /></span>
      <figcaption className="hint">{label}</figcaption>
    </figure>
  )
}

type SliderProps = { label: string; value: number; min?: number; max?: number; step?: number; disabled?: boolean; onChange: (value: number) => void }

/** A slider behind its name. */
function Slider({ label, onChange, ...range }: SliderProps) {
  return <label className={styles.slider}><span className="label">{label}</span><input type="range" {...range} onChange={(event) => onChange(Number(event.target.value))} /></label>
}

/** One direction in which the square moves without being dragged: how far it has come, in percent of the way there is. */
function Way({ label, start, share, side, onMove }: { label: string; /** Where the square begins and how much it takes, in percent of the picture. */ start: number; share: number; /** Of the square as it is shown, in pixels. */ side: number; onMove: (offset: number) => void }) {
  const free = 100 - share
  // The cropper counts from the middle of the picture, in the pixels that are shown.
  const move = (percent: number) => onMove(side * (free / share) * (0.5 - percent / 100))
  const stays = free < 0.5
  return <Slider label={label} min={0} max={100} value={stays ? 50 : Math.round((start / free) * 100)} disabled={stays} onChange={move} />
}

/** The picture to cut a square from; the server does the cutting, unless the picture is too large for it. It can be cancelled while it is on its way. */
export function AvatarDialog({ file, src, onClose, onFault, onChanged }: Props) {
  const t = useTranslations('profile.avatar')
  const tAccount = useTranslations('account')
  const wordsOf = useWordsOfError()
  const leadAway = useLeadAway()
  const router = useRouter()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(ZOOM.min)
  const [side, setSide] = useState(0)
  const [share, setShare] = useState<Area | null>(null)
  const [pixels, setPixels] = useState<Area | null>(null)
  const [isLarge, setLarge] = useState(false)
  const [percent, setPercent] = useState<number | null>(null)
  const sending = useRef<AbortController | null>(null)
  // What has arrived whole is the server's to draw: it is not taken back by hanging up, nor by going elsewhere.
  const hasArrived = useRef(false)
  useEffect(() => () => void (hasArrived.current || sending.current?.abort()), [])

  const fail = (text: string) => {
    notify.error(text)
    onFault(text)
    onClose()
  }
  const failed = (error: unknown) => {
    if (leadAway(error)) return
    if (!(error instanceof BffError)) return fail(t('failed'))
    // The file was taken, the change was not.
    if (error.code === 'rejected' && !error.hasWords) return fail(tAccount('notSaved'))
    const fault = fileFaults.find((one) => one === error.fields.file)
    fail(fault ? t(fault) : error.fields.file || error.code === 'invalid' ? t('failed') : wordsOf(error))
  }
  const save = async () => {
    sending.current = new AbortController()
    setPercent(0)
    try {
      const wanted = pixels && { x: Math.round(pixels.x), y: Math.round(pixels.y), size: Math.max(1, Math.round(pixels.width)) }
      const square = isLarge && pixels ? await cutSquare(src, pixels, file.type) : null
      sending.current.signal.throwIfAborted()
      const { avatarUrl } = await sendAvatar(square ?? file, square ? null : wanted, { onProgress: (sent) => { hasArrived.current = sent === 100; setPercent(sent) }, signal: sending.current.signal })
      notify.success(t('changed'))
      onChanged(avatarUrl)
      router.refresh()
    } catch (error) {
      setPercent(null)
      if (error instanceof DOMException && error.name === 'AbortError') notify.info(t('cancelled'))
      else failed(error)
    }
  }
  const busy = percent !== null
  const arrived = percent === 100
  const cancel = () => (arrived ? undefined : busy ? sending.current?.abort() : onClose())
  return (
    <Dialog
      open title={t('cropTitle')} onClose={cancel}
      actions={<><Button onClick={cancel} disabled={arrived}>{busy ? t('cancelUpload') : t('cancel')}</Button><Button look="primary" busy={busy} busyLabel={arrived ? t('saving') : t('uploading')} onClick={save} data-autofocus>{t('save')}</Button></>}
    >
      <div className={styles.cropper}>
        <Cropper
          image={src} crop={crop} zoom={zoom} aspect={1} minZoom={ZOOM.min} maxZoom={ZOOM.max} cropShape="round" showGrid={false} keyboardStep={8}
          onCropChange={setCrop} onZoomChange={setZoom} onCropSizeChange={({ width }) => setSide(width)} onCropAreaChange={(shares, area) => {
            // Before the picture is measured there is nothing of it to show.
            if (!(shares.width > 0 && shares.height > 0)) return
            setShare(shares)
            setPixels(area)
          }}
          onMediaLoaded={({ naturalWidth, naturalHeight }) => setLarge(!isSentWhole({ width: naturalWidth, height: naturalHeight }))}
          mediaProps={{ onError: () => fail(t('failed')), alt: '' }} cropperProps={{ role: 'group', 'aria-label': t('cropHint') }}
        />
      </div>
      <div className={styles.cropTools}>
        {share && <Preview src={src} share={share} label={t('preview')} />}
        <div className={styles.sliders}>
          <Slider label={t('zoom')} {...ZOOM} value={zoom} onChange={setZoom} />
          {share && <Way label={t('across')} start={share.x} share={share.width} side={side} onMove={(x) => setCrop({ ...crop, x })} />}
          {share && <Way label={t('down')} start={share.y} share={share.height} side={side} onMove={(y) => setCrop({ ...crop, y })} />}
          <p className="hint">{t('cropHint')}</p>
        </div>
      </div>
      {percent !== null && <ProgressLine percent={percent} label={arrived ? t('saving') : t('uploading')} />}
    </Dialog>
  )
}
