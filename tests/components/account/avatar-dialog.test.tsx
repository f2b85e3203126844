// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvatarDialog } from '@/components/account/avatar-dialog'
import { serveToasts } from '@/components/ui/notify'
import { show } from '../../support/render'

const area = { x: 10, y: 20, width: 300, height: 300 }
type CropperProps = { crop: { x: number; y: number }; onCropSizeChange: (size: { width: number; height: number }) => void; onCropAreaChange: (share: typeof area, pixels: typeof area) => void; onMediaLoaded: (size: { naturalWidth: number; naturalHeight: number }) => void }
const picture = vi.hoisted(() => ({ naturalWidth: 800, naturalHeight: 600 }))
/** Where the middle of the picture is told to be, from the middle of the square. */
const moved = vi.hoisted(() => ({ to: { x: 0, y: 0 } }))
vi.mock('react-easy-crop', () => ({
  default: function Cropper({ crop, onCropSizeChange, onCropAreaChange, onMediaLoaded }: CropperProps) {
    const measured = useRef(false)
    useEffect(() => {
      moved.to = crop
      if (measured.current) return
      measured.current = true
      onCropSizeChange({ width: 200, height: 200 })
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
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void; onload?: () => void } = {}
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
  Sending.last = new Sending()
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

  it('that has arrived is given up when the network says nothing for longer than the server takes, and not before', async () => {
    open()
    vi.useFakeTimers()
    fireEvent.click(button('保存头像'))
    await vi.advanceTimersByTimeAsync(600_000)
    Sending.last.progress(1000)
    Sending.last.upload.onload?.()
    await act(() => vi.advanceTimersByTimeAsync(170_000))
    expect([toasts, on.close.mock.calls]).toEqual([[], []])
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    vi.useRealTimers()
    expect(toasts).toEqual(['error: 网络请求超时'])
    expect(on.close).toHaveBeenCalled()
  })

  it.each([
    [400, { error: { code: 'invalid', fields: { file: 'kind' } } }, '上传头像图片只能是 JPG或png 格式!'],
    [400, { error: { code: 'invalid', fields: { file: 'size' } } }, '上传头像图片大小不能超过 20MB!'],
    [400, { error: { code: 'invalid', fields: { file: 'dimensions' } } }, '图片的宽和高不能超过 12000 像素，总像素不能超过 6400 万，处理时占用的内存也不能过多，请选择更小的图片'],
    [400, { error: { code: 'invalid', fields: { file: 'broken' } } }, '上传头像失败'],
    [502, { error: { code: 'failed', fields: { file: 'notTaken' } } }, '上传头像失败'],
    [502, { error: { code: 'failed' } }, '接口请求失败'],
    [500, null, '接口请求失败'],
    [404, { error: { code: 'missing' } }, '接口请求失败'],
    [409, { error: { code: 'rejected' } }, '修改失败'],
    [409, { error: { code: 'rejected', message: '头像审核未通过' } }, '头像审核未通过'],
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

  it.each([[9_000, 8_000], [30_000, 400], [6_000, 4_200]])('of more pixels than the server draws from, however they are written (%i × %i), is cut here', async (naturalWidth, naturalHeight) => {
    Object.assign(picture, { naturalWidth, naturalHeight })
    const drawn = vi.fn()
    vi.stubGlobal('Image', class { decode = async () => undefined })
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: drawn } as never)
    const cut = new Blob(['square'])
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(cut))
    const send = vi.spyOn(Sending.prototype, 'send')
    open()
    fireEvent.click(button('保存头像'))
    await waitFor(() => expect(send).toHaveBeenCalledWith(cut))
    expect(Sending.last.address).toBe('/api/account/avatar?')
    expect(drawn.mock.calls[0]!.slice(1)).toEqual([10, 20, 300, 300, 0, 0, 1024, 1024])
    Sending.last.answer(200, { avatarUrl: '/new.png' })
    await waitFor(() => expect(on.changed).toHaveBeenCalledWith('/new.png'))
    vi.restoreAllMocks()
  })

  it('that the browser cannot cut is sent whole, and the server says what is wrong with it', async () => {
    Object.assign(picture, { naturalWidth: 30_000, naturalHeight: 2 })
    vi.stubGlobal('Image', class { decode = async () => { throw new Error('too large') } })
    open()
    fireEvent.click(button('保存头像'))
    await waitFor(() => expect(Sending.last.address).toBe('/api/account/avatar?x=10&y=20&size=300'))
  })
})

describe('the square of an avatar', () => {
  const slider = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name })

  it('is moved by sliders too, from one edge of the picture to the other', () => {
    open()
    // Half of the width and 60 % of the height are in the square: 200 of 400 pixels, and of 333.
    expect([slider('左右').value, slider('上下').value]).toEqual(['2', '5'])
    fireEvent.change(slider('左右'), { target: { value: '100' } })
    expect(moved.to).toEqual({ x: -100, y: 0 })
    fireEvent.change(slider('上下'), { target: { value: '0' } })
    expect(moved.to).toEqual({ x: -100, y: expect.closeTo(200 / 3, 5) as number })
  })

  it('is larger or smaller by a slider', () => {
    open()
    fireEvent.change(slider('缩放'), { target: { value: '2.5' } })
    expect(slider('缩放').value).toBe('2.5')
  })
})
