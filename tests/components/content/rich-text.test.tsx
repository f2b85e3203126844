// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RichText } from '@/components/content/rich-text'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { show } from '../../support/render'

const html = (text: string) => text as SafeHtml

describe('rich text', () => {
  it('lets tables and code scroll inside themselves, by keyboard too', () => {
    show(<RichText html={html('<table><tbody><tr><td>1</td></tr></tbody></table><p>a</p><table><tr><td>2</td></tr></table><pre><code>abc</code></pre>')} />)
    const scrollers = screen.getAllByRole('group')
    expect(scrollers.map((one) => one.tabIndex)).toEqual([0, 0, 0])
    expect(scrollers.map((one) => one.getAttribute('aria-label'))).toEqual(['表格，可左右滚动', '表格，可左右滚动', '代码，可左右滚动'])
    expect(scrollers[0]!.querySelectorAll('table')).toHaveLength(1)
    expect(scrollers[0]!.textContent).toBe('1')
  })

  it('is marked with its language where it is not the page’s', () => {
    const { container, unmount } = show(<RichText html={html('<p>停电、验电、接地</p>')} />, 'en')
    expect(container.querySelector('[lang]')?.getAttribute('lang')).toBe('zh-Hans')
    unmount()
    expect(show(<RichText html={html('<p>停电、验电、接地</p>')} />).container.querySelector('[lang]')).toBeNull()
  })
})
