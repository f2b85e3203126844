// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvatarDialog } from '@/components/account/avatar-dialog'
import { serveToasts } from '@/components/ui/notify'
import { show } from '../../support/render'

const area = { x: 10, y: 20, width: 300, height: 300 }
type CropperProps = { onCropAreaChange: (share: typeof area, pixels: typeof area) => void; onMediaLoaded: (size: { naturalWidth: number; naturalHeight: number }) => void }
const picture = vi.hoisted(() => ({ naturalWidth: 800, naturalHeight: 600 }))
vi.mock('react-easy-crop', () => ({
  default: function Cropper({ onCropAreaChange, onMediaLoaded }: CropperProps) {
    const measured = useRef(false)
    useEffect(() => {
      if (measured.current) return
      measured.current = true
      onMediaLoaded(picture)
      onCropAreaChange({ x: 0, y: 0, width: Number.NaN, height: Number.NaN }, area)
      onCropAreaChange({ x: 1, y: 2, width: 50, height: 60 }, area)
    })
    return null
  },
}))
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => {} }) }))

class Sending {
  static last: Sending
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {}
  onload?: () => void
  onabort?: () => void
  status = 0
  response: unknown = null
  address = ''
  open(_method: string, address: string) { this.address = address }
  setRequestHeader() {}
  send() { Sending.last = this }
  abort() { this.onabort?.() }
  progress(loaded: number) { act(() => this.upload.onprogress?.({ lengthComputable: true, loaded, total: 1000 })) }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response })
    act(() => this.onload?.())
  }
}

const toasts: string[] = []
const on = { close: vi.fn(), fault: vi.fn(), changed: vi.fn() }
let stop = () => {}
beforeEach(() => {
  toasts.length = 0
  Object.assign(picture, { naturalWidth: 800, naturalHeight: 600 })
  for (const spy of Object.values(on)) spy.mockReset()
  vi.stubGlobal('XMLHttpRequest', Sending)
  stop = serveToasts(({ kind, text }) => toasts.push(`${kind}: ${text}`))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})
const open = () => show(<AvatarDialog file={new File(['x'], 'me.png', { type: 'image/png' })} src="blob:me" onClose={on.close} onFault={on.fault} onChanged={on.changed} />)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('an avatar on its way', () => {
  it('sends the chosen square, tells how far it is, and can be cancelled until it has arrived', async () => {
    open()
    expect(screen.getByText('预览')).toBeTruthy()
    fireEvent.click(button('保存头像'))
    expect(Sending.last.address).toBe('/api/account/avatar?x=10&y=20&size=300')
    Sending.last.progress(405)
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    fireEvent.click(button('取消上传'))
    await waitFor(() => expect(toasts).toEqual(['info: 已取消上传']))
    expect(on.close).not.toHaveBeenCalled()

    fireEvent.click(button('保存头像'))
    Sending.last.progress(999)
    expect(button('取消上传').disabled).toBe(false)
    Sending.last.progress(1000)
    expect(button('取消上传').disabled).toBe(true)
    Sending.last.answer(200, { avatarUrl: '/new.png' })
    await waitFor(() => expect(on.changed).toHaveBeenCalledWith('/new.png'))
    expect(toasts.at(-1)).toBe('success: 修改成功')
  })

  it.each([
    [400, { error: { code: 'invalid', fields: { file: 'kind' } } }, '上传头像图片只能是 JPG或png 格式!'],
    [400, { error: { code: 'invalid', fields: { file: 'size' } } }, '上传头像图片大小不能超过 20MB!'],
    [400, { error: { code: 'invalid', fields: { file: 'dimensions' } } }, '图片的宽和高都不能超过 12000 像素'],
    [400, { error: { code: 'invalid', fields: { file: 'broken' } } }, '上传头像失败'],
    [502, { error: { code: 'failed' } }, '上传头像失败'],
    [500, null, '上传头像失败'],
    [429, { error: { code: 'busy' } }, '操作太频繁，请稍后再试'],
  ])('that is refused with %s %j says %s', async (status, body, words) => {
    open()
    fireEvent.click(button('保存头像'))
    Sending.last.answer(status, body)
    await waitFor(() => expect(on.fault).toHaveBeenCalledWith(words))
    expect(toasts).toEqual([`error: ${words}`])
    expect(on.close).toHaveBeenCalledOnce()
    expect(on.changed).not.toHaveBeenCalled()
  })

  it('is refused before it is sent when it has more pixels than are drawn', () => {
    Object.assign(picture, { naturalWidth: 30_000, naturalHeight: 2 })
    open()
    expect(on.fault).toHaveBeenCalledWith('图片的宽和高都不能超过 12000 像素')
  })
})
