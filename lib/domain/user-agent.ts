/** What somebody holds in their hands, as far as a download must know. */
export type Device = 'android' | 'harmony' | 'iphone' | 'ipad' | 'desktop'
/** The apps whose built-in browsers keep a download from starting. */
export const inAppBrowsers = ['wechat', 'qq', 'dingtalk', 'feishu', 'weibo', 'alipay'] as const
export type InAppBrowser = (typeof inAppBrowsers)[number]

/** More of a user agent says nothing, and a hostile one would only cost time: the framework's own look at one grows with the square of its length. */
export const LONGEST_USER_AGENT = 512

/**
 * The device a user agent speaks of. An iPad that calls itself a Macintosh is told by its built-in browsers only; in Safari nothing but
 * its touch points tells, see `isHiddenIpad`.
 */
export function deviceOf(userAgent: string | null | undefined): Device {
  const text = (userAgent ?? '').slice(0, LONGEST_USER_AGENT)
  if (/Windows Phone|IEMobile|CrOS|\b(?:Smart-?TV|SMART-TV|GoogleTV|Android TV|BRAVIA|AFT[A-Z]|CrKey|Web0S|Tizen|KAIOS)\b/i.test(text)) return 'desktop'
  if (/\biPad\b/.test(text)) return 'ipad'
  if (/\b(?:iPhone|iPod)\b/.test(text)) return 'iphone'
  if (/Macintosh/.test(text) && /\bMobile\/\w+/.test(text)) return 'ipad'
  if (/OpenHarmony|HarmonyOS|ArkWeb/i.test(text)) return /\(PC;/.test(text) ? 'desktop' : 'harmony'
  return /Android|\bAdr\b/i.test(text) && !/Windows NT|Macintosh/.test(text) ? 'android' : 'desktop'
}

const marks: readonly [InAppBrowser, RegExp][] = [
  // Order matters: DingTalk calls itself an AliApp, and WeChat carries the engine of QQ.
  ['wechat', /MicroMessenger|wxwork|WindowsWechat|MacWechat/i],
  ['dingtalk', /DingTalk/i],
  ['feishu', /\bLark\b|Feishu/i],
  ['weibo', /\bWeibo\b|__weibo__|WeiboliteiOS/i],
  ['alipay', /AlipayClient|AliApp\(AP\//i],
  ['qq', /(?:^|\s)QQ\/\d|V1_(?:AND|IPH|IPD)_SQ|Qzone\//i],
]

/** The app whose built-in browser speaks, null in a browser of its own. */
export function inAppBrowserOf(userAgent: string | null | undefined): InAppBrowser | null {
  const text = (userAgent ?? '').slice(0, LONGEST_USER_AGENT)
  return marks.find(([, mark]) => mark.test(text))?.[0] ?? null
}

/** Whether a program that collects pages speaks, and nobody who reads. */
export function isCrawler(userAgent: string | null | undefined): boolean {
  return /(?<!cu)bot\b|crawl|spider|slurp|bingpreview|facebookexternalhit|lighthouse|mediapartners|ia_archiver|curl\/|wget\/|python-|okhttp|axios|node-fetch/i.test((userAgent ?? '').slice(0, LONGEST_USER_AGENT)) || !userAgent
}

/** Whether what calls itself a Macintosh is held in the hands: no Mac has a touch screen. */
export function isHiddenIpad(userAgent: string, touchPoints: number): boolean {
  return /Macintosh/.test(userAgent) && touchPoints > 1
}
