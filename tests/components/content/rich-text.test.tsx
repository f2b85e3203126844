// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RichText } from '@/components/content/rich-text'
import { OptionText } from '@/components/questions/option-text'
import { headScript } from '@/components/shell/head-script'
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

  it('is in Chinese with a term of Japanese in it, and in English with one of Chinese', () => {
    const chinese = html('<p>本次培训以持续改善（カイゼン）为主题，</p><p>请各班组长准时到第三会议室参加，并提前阅读附件中的全部材料。</p>')
    expect(show(<RichText html={chinese} />).container.querySelector('[lang]')).toBeNull()
    const english = html('<p>The platform will be down for two hours (停机)&nbsp;on Sunday.</p>')
    expect(show(<RichText html={english} />).container.querySelector('[lang]')?.getAttribute('lang')).toBe('en')
    expect(show(<RichText html={html('<p>&lt;停电&gt; &lt;验电&gt; &lt; &gt; &lt; &gt;</p>')} />).container.querySelector('[lang]')).toBeNull()
  })

  it('is in the language that is known of it', () => {
    expect(show(<RichText html={html('<p>停机 (Sunday)</p>')} language="en" />, 'en').container.querySelector('[lang]')).toBeNull()
  })

  it.each([
    ['<h4>a</h4><h4>b</h4>', 2, ['H2', 'H2']],
    ['<h3>a</h3><h5>b</h5><h4>c</h4><h3>d</h3>', 2, ['H2', 'H3', 'H3', 'H2']],
    ['<h5>a</h5><h2>b</h2><h3>c</h3>', 3, ['H3', 'H3', 'H4']],
    ['<h2>a</h2><h3>b</h3><h4>c</h4><h5>d</h5><h6>e</h6>', 4, ['H4', 'H5', 'H6', 'H6', 'H6']],
  ] as const)('has headings without gaps: %s below %i', (text, top, levels) => {
    show(<RichText html={html(text)} top={top} />)
    expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(levels)
  })
})

describe('a picture that does not come', () => {
  new Function(headScript)()
  const image = (container: HTMLElement) => container.querySelector('img')!

  it.each([
    ['says so', RichText, '<p><img src="/a.png" alt=""></p>', '图片加载失败'],
    ['says so of an option', OptionText, '<img src="/a.png" alt=" ">', '图片加载失败'],
    ['says what it shows', RichText, '<p><img src="/a.png" alt="停电操作票"></p>', '停电操作票'],
  ])('%s, and is as it was when it comes after all', (_what, Text, text, words) => {
    const { container } = show(<Text html={html(text)} />)
    const before = image(container).alt
    for (let times = 0; times < 2; times += 1) fireEvent.error(image(container))
    expect([image(container).alt, 'alt' in image(container).dataset]).toEqual([words, true])
    fireEvent.load(image(container))
    expect([image(container).alt, 'alt' in image(container).dataset]).toEqual([before, false])
  })

  it('says so in the language of the page, also among text in another', () => {
    document.documentElement.lang = 'en'
    const { container } = show(<RichText html={html('<p>停电、验电、接地</p><img src="/a.png" alt="">')} />, 'en')
    fireEvent.error(image(container))
    expect([image(container).alt, image(container).lang]).toEqual(['The picture could not be loaded', 'en'])
    document.documentElement.lang = ''
  })

  it('is left alone elsewhere, and so is what fails and is no picture', () => {
    const { container } = show(<><img src="/a.png" alt="" /><div data-unloaded="x"><video /></div></>)
    for (const one of [image(container), container.querySelector('video')!, document]) fireEvent.error(one)
    expect(image(container).alt).toBe('')
  })
})
