// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import jsQR from 'jsqr'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { DownloadView } from '@/components/downloads/download-view'
import looks from '@/components/downloads/downloads.module.css'
import { Footer } from '@/components/shell/footer'
import { GuestPage } from '@/components/shell/guest-page'
import { shownCodes, type AppClient } from '@/lib/domain/downloads'
import { tenantSettings } from '@/lib/domain/tenant'
import type { Device, InAppBrowser } from '@/lib/domain/user-agent'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ refresh: () => undefined }), usePathname: () => '/Appye', useSearchParams: () => new URLSearchParams() }))

const offer = { android: { code: '3.6.2', content: '新增证书验证', url: 'https://example.org/a.apk' }, ios: { code: '3.6.1', content: null, url: 'https://example.org/ios' } }
const codes = shownCodes(tenantSettings('82', { activationCode: 'TH-82' }), (route) => `https://train.example.com/${route}`)
/** The looks of these pages, with the names that their classes have here. */
const styles = readFileSync('components/downloads/downloads.module.css', 'utf8').replaceAll(/:global\(([^)]*)\)|\.([a-z]\w*)(?=[^{}]*\{)/gi, (_, everywhere?: string, own?: string) => everywhere ?? `.${looks[own!]}`)
const open = (device: Device, inApp: InAppBrowser | null = null) =>
  show(<DownloadView tenant={{ title: '卓越职业技术培训平台', logoUrl: null }} client="main" offer={offer} device={device} inApp={inApp} codes={codes} address="https://train.example.com/Appye" main="https://train.example.com/Appye" />)

describe('a download page', () => {
  it.each([['android', ['立即下载 Android 版']], ['harmony', ['立即下载 Android 版']], ['iphone', ['立即下载 iOS 版']], ['ipad', ['立即下载 iOS 版']], ['desktop', ['立即下载 Android 版', '立即下载 iOS 版']]] as const)('offers %s what it can install', (device, links) => {
    open(device)
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(links)
    expect(screen.queryByText(/鸿蒙系统使用 Android 安装包/) !== null).toBe(device === 'harmony')
    expect(screen.queryByRole('region', { name: '请在浏览器中打开' })).toBe(null)
  })

  it('sends a desktop to its codes only where it has some, and else copies the link for a phone', async () => {
    const writeText = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    const without = (client: AppClient, device: Device) => show(<DownloadView tenant={{ title: '甲', logoUrl: null }} client={client} offer={offer} device={device} inApp={null} codes={[]} address="https://train.example.com/x" main="https://train.example.com/x" />)
    const { unmount } = open('desktop')
    expect(screen.getByText(/请用手机扫描二维码/)).toBeDefined()
    unmount()
    for (const client of ['main', 'simulationB'] as const) {
      const { unmount: leave } = without(client, 'desktop')
      expect(screen.queryByText(/扫描二维码/)).toBe(null)
      expect(screen.getByText(/请把本页链接发送到手机/)).toBeDefined()
      fireEvent.click(screen.getByRole('button', { name: '复制链接' }))
      await waitFor(() => expect(writeText).toHaveBeenCalledWith('https://train.example.com/x'))
      leave()
    }
    const { container } = without('simulationA', 'desktop')
    expect(container.textContent).not.toMatch(/二维码|用于手机和平板/)
    without('main', 'android')
    expect(screen.queryByText(/请把本页链接发送到手机/)).toBe(null)
  })

  it('finds the iPad that calls itself a Macintosh', () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15', maxTouchPoints: 5 })
    open('desktop')
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['立即下载 iOS 版'])
    vi.unstubAllGlobals()
  })

  it('shows inside another app how to get out, and keeps the rest out of reach', async () => {
    const writeText = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    const { container } = open('iphone', 'wechat')
    const hint = screen.getByRole('region', { name: '请在浏览器中打开' })
    expect(hint.textContent).toContain('微信')
    expect(container.querySelector('[inert] h1')).not.toBe(null)
    fireEvent.click(within(hint).getByRole('button', { name: '复制链接' }))
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('https://train.example.com/Appye'))
  })

  it('leaves nothing around that hint to be focused on: no link past it, no header, no footer', () => {
    const view = (inApp: InAppBrowser | null) => (
      <>
        <style>{styles}</style>
        <GuestPage tenant={{ title: '甲', logoUrl: null }}>
          <DownloadView tenant={{ title: '甲', logoUrl: null }} client="main" offer={offer} device="iphone" inApp={inApp} codes={codes} address="https://train.example.com/Appye" main="https://train.example.com/Appye" />
        </GuestPage>
        <Footer title="甲" filingNumber={null} languageSwitch />
      </>
    )
    const reachable = () => [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')].filter((one) => !one.closest('[inert]')).map((one) => one.textContent)
    const { unmount } = show(view(null))
    expect(reachable()).toEqual(expect.arrayContaining(['跳到主要内容', '登录']))
    unmount()
    show(view('wechat'))
    expect(reachable()).toEqual(['复制链接'])
  })

  it('has codes of 136 pixels that scan, with words for whoever cannot see them', async () => {
    open('desktop', 'wechat')
    const pictures = screen.getAllByRole('img', { name: /二维码/ })
    expect(pictures.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Android 客户端的二维码，扫码打开 https://train.example.com/AppFires', 'iPhone / iPad 客户端的二维码，扫码打开 https://train.example.com/AppFires', '客户端激活码的二维码，内容为 TH-82',
      '仿真客户端 A的二维码，扫码打开 https://train.example.com/FZAppFires1', '仿真客户端 B的二维码，扫码打开 https://train.example.com/FZAppFires2',
    ])
    for (const picture of pictures) {
      expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['136', '136'])
      const svg = picture.outerHTML.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"').replace('<rect', '<rect fill="#fff"')
      const { data, info } = await sharp(Buffer.from(svg), { density: 288 }).flatten({ background: '#fff' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      expect(picture.getAttribute('aria-label')).toContain(jsQR(new Uint8ClampedArray(data), info.width, info.height)!.data)
    }
    expect(screen.getAllByRole('button', { name: /复制/ })).toHaveLength(5)
  })

  it('tells search engines where an app lies in whole addresses', () => {
    const inside = { ...offer, ios: { code: '3.6.1', content: null, url: '/api/public/files/train/file/apk/app.ipa' } }
    const { container } = show(<DownloadView tenant={{ title: '甲', logoUrl: null }} client="main" offer={inside} device="desktop" inApp={null} codes={[]} address="x" main="https://train.example.com/Appye" />)
    const told = JSON.parse(container.querySelector('script[type="application/ld+json"]')!.textContent!) as { downloadUrl: string }[]
    expect(told.map(({ downloadUrl }) => downloadUrl)).toEqual(['https://example.org/a.apk', 'https://train.example.com/api/public/files/train/file/apk/app.ipa'])
  })

  it('says who has a version whose address the platform does not tell, and not that there is none', () => {
    const known = { android: { code: '3.6.2', content: null, url: null }, ios: null }
    show(<DownloadView tenant={{ title: '甲', logoUrl: null }} client="main" offer={known} device="desktop" inApp={null} codes={[]} address="x" main="x" />)
    expect(screen.getByText('最新版本 3.6.2')).toBeDefined()
    expect(screen.getByText('Android 版请向管理人员索取，或在单位的应用商店中获取')).toBeDefined()
    expect(screen.queryByText('Android 版暂未提供')).toBe(null)
    expect(screen.getByText('iOS 版暂未提供')).toBeDefined()
  })

  it('does not say that there is nothing while nobody could be asked', () => {
    const { container } = show(<DownloadView tenant={{ title: '甲', logoUrl: null }} client="main" offer={null} device="desktop" inApp={null} codes={[]} address="x" main="x" />)
    expect(screen.getByRole('alert').textContent).toContain('暂时无法获取版本信息')
    expect(screen.getByRole('button', { name: '重试' })).toBeDefined()
    expect(screen.queryByText(/暂未提供/)).toBe(null)
    expect(container.querySelector('script[type="application/ld+json"]')).toBe(null)
  })

  it('says when there is nothing to install', () => {
    show(<DownloadView tenant={{ title: '甲', logoUrl: null }} client="simulationA" offer={{ android: null, ios: null }} device="android" inApp={null} codes={[]} address="x" main="x" />)
    expect(screen.getByText('Android 版暂未提供')).toBeDefined()
    expect(screen.getByRole('link', { name: '前往学习平台' }).getAttribute('href')).toBe('/Home')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('仿真客户端 A（HTTP 插件）')
  })
})
