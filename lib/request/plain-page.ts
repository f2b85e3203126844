import 'server-only'
import { NextResponse } from 'next/server'
import { escaped } from '@/lib/domain/escaped'
import { htmlLang, locales, type Locale } from '@/lib/domain/locale'
import en from '@/messages/en/site.json'
import ja from '@/messages/ja/site.json'
import zh from '@/messages/zh/site.json'

const texts = { zh, en, ja }
export type PlainPage = keyof typeof zh.plain
/** These may be pages of a tenant that could not be asked for (contract 8): they carry the name the platform has until then. */
const named: readonly PlainPage[] = ['away', 'offline']
/** Where the way on leads: to the same address again, unless another one is the better. */
const leadsTo: Partial<Record<PlainPage, string>> = { badRequest: '/', notFound: '/', unknownCertificate: '/' }

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f6f7f9,#121519);color:light-dark(#1b2027,#eef0f3);font:16px/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"PingFang SC","Hiragino Sans","Noto Sans CJK SC","Microsoft YaHei",sans-serif}main{max-width:32rem;padding:2rem;text-align:center}h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0;color:light-dark(#515a67,#b9c0ca)}h1,p{text-wrap:balance}:lang(ja){word-break:auto-phrase}a{display:inline-block;margin-top:1rem;padding:.6rem 1.2rem;border:1px solid currentColor;border-radius:.5rem;color:inherit;text-decoration:none}`

/** What a page that stands by itself says to browsers. */
export const standAloneHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

function htmlOf(lang: string, title: string, main: string): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main>${main}</main></body></html>`
}

/** A page that stands by itself, for requests that belong to no tenant and addresses that are nowhere: nobody's colours are on it, and a tenant's name only in the title, where it is known. */
export function plainPage(which: PlainPage, status: number, locale: Locale, tenant?: { title: string }): NextResponse {
  const { plain, staticTitle, defaultTitle } = texts[locale]
  const { title, text, action } = plain[which]
  const site = tenant ? escaped(tenant.title) || defaultTitle : staticTitle
  const html = htmlOf(htmlLang[locale], named.includes(which) ? `${title} · ${site}` : title, `<h1>${title}</h1><p>${text}</p><a href="${leadsTo[which] ?? ''}">${action}</a>`)
  return new NextResponse(html, { status, headers: { ...standAloneHeaders, ...(status === 503 ? { 'Retry-After': '5' } : {}) } })
}

/** The page for a request that was too large to be read, so that nobody knows its language: it speaks all of them. */
export function tooLargePage(): string {
  const said = locales.map((locale) => ({ lang: htmlLang[locale], ...texts[locale].plain.tooLarge }))
  return htmlOf(said[0]!.lang, said.map(({ title }) => title).join(' · '), said.map(({ lang, title, text, action }) => `<section lang="${lang}"><h1>${title}</h1><p>${text}</p><a href="">${action}</a></section>`).join('<br>'))
}
