// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { NextIntlClientProvider } from 'next-intl'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReadCount } from '@/components/notices/read-count'
import texts from '@/messages/zh/notices.json'
import { show } from '../../support/render'

const door = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  door.mockReset()
  vi.stubGlobal('fetch', door)
})
afterEach(() => {
  Reflect.deleteProperty(document, 'prerendering')
})

const answers = (reply: unknown, status = 200) => door.mockImplementation(async () => Response.json(reply, { status }))
const settled = async () => {
  await waitFor(() => expect(door).toHaveBeenCalledTimes(1))
  await new Promise((done) => setTimeout(done))
}

describe('how often a notice was opened', () => {
  it('is what the page knows, before and without scripts', () => {
    const html = renderToString(<NextIntlClientProvider locale="zh" messages={{ notices: texts }}><ReadCount id="7" count={12} /></NextIntlClientProvider>)
    expect(html).toContain('浏览 12 次')
    expect(door).not.toHaveBeenCalled()
  })

  it.each([
    ['by what the platform says', { counted: true, reads: 15 }, 200, '浏览 15 次'],
    ['by one where it does not say', { counted: true, reads: null }, 200, '浏览 13 次'],
    ['not below what the page knows', { counted: true, reads: 11 }, 200, '浏览 12 次'],
    ['not by who does not count', { counted: false, reads: null }, 200, '浏览 12 次'],
    ['not when it could not be counted', { error: { code: 'failed' } }, 500, '浏览 12 次'],
  ])('rises with the opening %s', async (_, reply, status, text) => {
    answers(reply, status)
    show(<ReadCount id="7" count={12} />)
    expect(screen.getByText('浏览 12 次')).toBeTruthy()
    await settled()
    await waitFor(() => expect(screen.getByText(text)).toBeTruthy())
    expect(JSON.parse(String(door.mock.calls[0]![1].body))).toEqual({ id: '7' })
  })

  it('counts a page that was rendered ahead when it is opened', async () => {
    answers({ counted: true, reads: 13 })
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
    show(<ReadCount id="7" count={12} />)
    await new Promise((done) => setTimeout(done, 5))
    expect(door).not.toHaveBeenCalled()
    document.dispatchEvent(new Event('prerenderingchange'))
    await waitFor(() => expect(screen.getByText('浏览 13 次')).toBeTruthy())
  })
})
